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

let last: Promise<unknown> = Promise.resolve()

/** One after the other: a name that was typed and the button pressed next must not make two guests of one person. */
function inTurn<T>(deed: () => Promise<T>): Promise<T> {
  const turn = last.then(deed)
  last = turn.catch(() => {})
  return turn
}

/** Makes a guest of whoever is here, where that has not been done yet, in another tab either. */
export function arrive(): Promise<Person> {
  return inTurn(async () => (known ??= (await api.me()) ?? (await api.arrive(suggestion))))
}

export function callMe(name: string): Promise<void> {
  return inTurn(async () => {
    const tidy = name.trim().slice(0, 32)
    if (!tidy || tidy === me.name) return
    known ??= await api.me()
    if (known) known = await api.rename(tidy)
    else {
      suggestion = tidy
      known = await api.arrive(tidy)
    }
  })
}

export function carryHere(token: string): Promise<void> {
  return inTurn(async () => {
    known = await api.carried(token)
  })
}
