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
let suggestion = $state(GUESTS[Math.floor(Math.random() * GUESTS.length)] ?? 'Kleio')

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

/** Makes a guest of whoever is here, where that has not been done yet. */
export async function arrive(): Promise<Person> {
  known ??= await api.arrive(suggestion)
  return known
}

export async function callMe(name: string): Promise<void> {
  const tidy = name.trim().slice(0, 32)
  if (!tidy || tidy === me.name) return
  if (known) known = await api.rename(tidy)
  else {
    suggestion = tidy
    known = await api.arrive(tidy)
  }
}

export async function carryHere(token: string): Promise<void> {
  known = await api.carried(token)
}
