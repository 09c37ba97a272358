import { expect, it } from 'vitest'
import type { GamePage } from '../src/games/page'
import type { Box } from '../src/lib/api'
import type { GameWords } from '../src/lib/say'
import { byRound, roundOf } from '../src/table/rounds'
import { line, moment } from './moments.svelte'

const plain = {} as GamePage
const words = {} as GameWords
const box = {} as Box
const titles = (log: ReturnType<typeof line>[], page = plain) =>
  byRound(log, page, words).map(({ title, lines }) => [title, ...lines.map(({ text }) => text)])

it('a log is told in rounds, each from the line that begins it', () => {
  const log = [
    line('the table is set'),
    line('first', { kind: 'round', facts: { round: 1 } }),
    line('a bid'),
    line('second', { kind: 'round', facts: { round: 2 } }),
  ]
  expect(titles(log)).toEqual([['', 'the table is set'], ['Round 1', 'first', 'a bid'], ['Round 2', 'second']])
})

it('or in phases, and a seam where other rules began is a part too', () => {
  const log = [
    line('first', { kind: 'phase', facts: { phase: 1 } }),
    line('a seam', { kind: 'goes_on' }),
    line('after it'),
  ]
  const [first, seam] = titles(log)
  expect(first).toEqual(['Phase 1', 'first'])
  expect(seam?.slice(1)).toEqual(['a seam', 'after it'])
  expect(seam?.[0]).not.toBe('')
})

it('a line that only speaks of a round begins none', () => {
  expect(titles([line('one', { kind: 'income', facts: { round: 3 } }), line('two', { kind: 'round', facts: {} })])).toEqual([['', 'one', 'two']])
})

it('a game may have parts of its own', () => {
  const page = { part: (_words, { kind }) => (kind === 'market' ? 'At the market' : null) } as GamePage
  const log = [line('open', { kind: 'market' }), line('not a part here', { kind: 'round', facts: { round: 1 } })]
  expect(titles(log, page)).toEqual([['At the market', 'open', 'not a part here']])
})

it('a moment says which round it belongs to', () => {
  const at = (state: Record<string, unknown>, page = plain) => roundOf(moment(1, { state }), page, words, box)
  expect([at({ round_number: 0 }), at({ round_number: 4 })]).toEqual(['', 'Round 4'])
  expect([at({ phase: 0 }), at({ phase: 2 })]).toEqual(['', 'Phase 2'])
  expect(at({ round_number: 4 }, { round: () => 'Market 2' } as unknown as GamePage)).toBe('Market 2')
})
