import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Proof, Table } from '../src/lib/api'
import { check, digits, keep } from '../src/lib/proof'
import { table } from './moments.svelte'

const SECRET = '5e'.repeat(32)

async function hash(...parts: string[]): Promise<string> {
  const data = Uint8Array.from(parts.join('').match(/../g)!, (pair) => Number.parseInt(pair, 16))
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return Array.from(found, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A table of two seats, of which one may be mine, and the proof of what was mixed there. */
async function mixed(nonces: string[], mine: number | null = 0): Promise<[Table, Proof]> {
  const seats = nonces.map((_, seat) => ({ seat, mine: seat === mine })) as Table['seats']
  return [table({ seats, commitment: await hash(SECRET) }), { secret: SECRET, nonces, seed: await hash(SECRET, ...nonces) }]
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})

describe('the proof of the shuffle', () => {
  it('is made as the server makes it', async () => {
    const seed = '14ae980bc0f6e1045f87250f35d9db17605b2bf3d7f5de2897caf9ad795f2999'
    const proof = { secret: SECRET, nonces: ['aa'.repeat(16), ''], seed }
    const commitment = '9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056'
    expect(await check(table({ commitment }), proof)).toBe('good')
  })

  it('shows that the server did not pick it, to whoever saw the seal and gave digits then', async () => {
    const own = digits()
    const [at, proof] = await mixed([own, 'ff'.repeat(8)])
    keep(at, own)
    expect(await check(at, proof)).toBe('mine')
  })

  it('says less to whoever gave no digits', async () => {
    expect(await check(...(await mixed(['aa'.repeat(16), ''], null)))).toBe('good')
    expect(await check(...(await mixed(['', ''], 0)))).toBe('alone')
  })

  it('is none where my digits are not in it, or the seal was another one', async () => {
    const [at, proof] = await mixed(['aa'.repeat(16), 'bb'.repeat(16)])
    keep(at, 'bb'.repeat(16)) // another seat has them
    expect(await check(at, proof)).toBe('bad')
    keep({ ...at, commitment: await hash('00') }, 'aa'.repeat(16))
    expect(await check(at, proof)).toBe('bad')
    keep(at, 'aa'.repeat(16))
    expect(await check(at, proof)).toBe('mine')
  })

  it('is none where secret, digits and seed do not fit together', async () => {
    const [at, proof] = await mixed(['aa'.repeat(16), ''])
    for (const wrong of [{ secret: '00'.repeat(32) }, { nonces: ['ab'.repeat(16), ''] }, { seed: await hash('00') }])
      expect(await check(at, { ...proof, ...wrong })).toBe('bad')
  })

  it('counts the digits of a seat that was given up as those of others', async () => {
    const [at, proof] = await mixed(['aa'.repeat(16), ''], null)
    keep(at, 'cc'.repeat(16))
    expect(await check(at, proof)).toBe('good')
  })

  it('is remembered for a hundred tables', async () => {
    const [at, proof] = await mixed(['aa'.repeat(16), ''])
    keep(at, 'aa'.repeat(16))
    for (let other = 0; other < 100; other++) keep({ ...at, id: `other${other}` }, 'dd'.repeat(16))
    expect(await check(at, proof)).toBe('good')
    expect(await check({ ...at, id: 'other0' }, proof)).toBe('bad')
  })
})
