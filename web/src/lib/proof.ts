import type { Proof } from './api'

export type Verdict = 'good' | 'bad' | 'unable'

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the seed is the one that was sealed before the start: both hashes are made again here. */
export async function check(commitment: string, proof: Proof): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) return 'unable'
  const parts = [proof.secret, ...proof.nonces].map(bytes)
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  const [seal, seed] = await Promise.all([sha256(all.slice(0, parts[0]!.length)), sha256(all)])
  return seal === commitment.toLowerCase() && seed === proof.seed.toLowerCase() ? 'good' : 'bad'
}
