import { api, Trouble, type Person } from './api'

const GUESTS = [
  'Alkaios',
  'Anyte',
  'Arion',
  'Aspasia',
  'Chloris',
  'Diotima',
  'Erinna',
  'Euphorion',
  'Gorgo',
  'Hermione',
  'Ibykos',
  'Kleio',
  'Korinna',
  'Leontion',
  'Lysis',
  'Myrtis',
  'Nausikaa',
  'Phaidra',
  'Pindaros',
  'Praxilla',
  'Simonides',
  'Telesilla',
  'Theano',
  'Xanthe',
]

let known = $state.raw<Person | null>(null)
/** Where the suggested name is kept, for this browser's other tabs and for its next visit. */
const KEY = 'petteia-name'
let suggestion = $state(suggested())

function suggested(): string {
  const fresh = GUESTS[Math.floor(Math.random() * GUESTS.length)] ?? 'Kleio'
  try {
    const kept = localStorage.getItem(KEY)
    if (kept && GUESTS.includes(kept)) return kept
    localStorage.setItem(KEY, fresh)
  } catch {
    // A browser that keeps nothing is called something else next time.
  }
  return fresh
}

/** Whoever sits before this browser. */
export const me = {
  get person(): Person | null {
    return known
  },
  /** The name that is used when nobody gives another. */
  get name(): string {
    return known?.name ?? suggestion
  },
}

export async function remember(): Promise<void> {
  try {
    known = await api.me()
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
  }
}

/** Makes a guest of whoever is here, where that has not been done yet, in another tab either. */
export async function arrive(): Promise<Person> {
  known ??= (await api.me()) ?? (await api.arrive(suggestion))
  return known
}

export async function callMe(name: string): Promise<void> {
  const tidy = name.trim().slice(0, 32)
  if (!tidy || tidy === me.name) return
  known ??= await api.me()
  if (known) known = await api.rename(tidy)
  else {
    suggestion = tidy
    known = await api.arrive(tidy)
  }
}

export async function carryHere(token: string): Promise<void> {
  known = await api.carried(token)
}
