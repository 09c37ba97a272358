import type { Proof, Table } from './api'

/**
 * What the proof shows to this browser. `mine`: it saw the seal before it gave digits of its own, and both are in the proof.
 * `good`: all adds up, but the digits were given elsewhere. `alone`: no seat gave any. `unable`: it cannot be checked here.
 */
export type Verdict = 'mine' | 'good' | 'alone' | 'bad' | 'unable'

interface Given {
  commitment: string
  digits: string
}

const KEY = 'petteia.digits'
const MOST = 100

/** Random digits of this browser, which help to mix the seed of a table whose seal it has seen. */
export function digits(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Remembers the seal of a table and the digits that were given after it, for the check at the end. */
export function keep(table: Table, digits: string): void {
  const others = Object.entries(kept()).filter(([id]) => id !== table.id)
  try {
    const given: Given = { commitment: table.commitment, digits }
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, [table.id, given]].slice(-MOST))))
  } catch {
    // Then the check says less.
  }
}

function kept(): Record<string, Given> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Given>
  } catch {
    return {}
  }
}

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the seed is the one that was sealed: both hashes are made again here, and compared with what was kept. */
export async function check(table: Table, proof: Proof): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) return 'unable'
  const parts = [proof.secret, ...proof.nonces].map(bytes)
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  const [seal, seed] = await Promise.all([sha256(all.slice(0, parts[0]!.length)), sha256(all)])
  if (seal !== table.commitment.toLowerCase() || seed !== proof.seed.toLowerCase()) return 'bad'
  const given = kept()[table.id]
  const mine = table.seats.filter((seat) => seat.mine)
  if (given && mine.length) {
    const there = mine.some(({ seat }) => proof.nonces[seat] === given.digits)
    return there && given.commitment === table.commitment ? 'mine' : 'bad'
  }
  return proof.nonces.some((one) => one) ? 'good' : 'alone'
}
