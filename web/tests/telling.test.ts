import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clause, Line } from '../src/lib/api'
import type { Live } from '../src/lib/live.svelte'
import { preferences } from '../src/lib/preferences.svelte'
import { readingTime, scenesOf } from '../src/table/scenes'
import { Telling } from '../src/table/telling.svelte'
import { decision, line, moment } from './moments.svelte'

const section = (clause: string) => (clause === '§11.1' ? 'Supply' : null)
const texts = (lines: Line[], me: number | null = 0) => scenesOf(lines, me, section).map((scene) => scene.lines.map(({ text }) => text))

describe('scenes', () => {
  it('leave out the routine of others, but not one’s own', () => {
    const lines = [line('a', { seat: 1, weight: 'routine' }), line('b', { weight: 'routine' }), line('c', { seat: 0, weight: 'routine', forced: true })]
    expect(texts(lines)).toEqual([['c']])
  })

  it('leave out the choice that somebody has just made himself', () => {
    const own = [line('you bid', { number: 5, seat: 0 }), line('you pay', { number: 5, seat: 0 })]
    expect(texts(own)).toEqual([['you pay']])
    expect(texts(own, 1)).toEqual([['you bid', 'you pay']])
  })

  it('hold what one seat did by one choice', () => {
    const lines = [line('a', { number: 2, seat: 1 }), line('b', { number: 2, seat: 1 }), line('c', { number: 2, seat: 2 }), line('d', { number: 3, seat: 2 })]
    expect(texts(lines)).toEqual([['a', 'b'], ['c'], ['d']])
  })

  it('are cards of their own where they hit whoever looks', () => {
    const starved = line('You feed with 3 food and lose 3 inhabitants.', { seat: 0, weight: 'decisive', clause: '§11.1' })
    const forced = line('You withdraw the bid.', { seat: 0, forced: true })
    expect(scenesOf([starved, forced], 0, section).map(({ mine, title }) => [mine, title])).toEqual([
      [true, 'Supply'],
      [true, null],
    ])
    expect(scenesOf([starved], 1, section)[0]).toMatchObject({ mine: false, title: 'Supply' })
  })

  it('tell of takings back by others, and of whoever gave up', () => {
    expect(texts([line('mine', { kind: 'undo', seat: 0, weight: 'routine' }), line('his', { kind: 'undo', seat: 1, weight: 'routine' })])).toEqual([['his']])
    expect(scenesOf([line('gone', { kind: 'resign', seat: 1 })], 0, section)[0]?.mine).toBe(true)
  })

  it('stay as long as it takes to read them', () => {
    const [short, long] = [scenesOf([line('a')], 0, section)[0]!, scenesOf([line('a'.repeat(80))], 0, section)[0]!]
    expect(readingTime(short)).toBeLessThan(readingTime(long))
    expect(readingTime({ ...long, own: true })).toBeGreaterThan(readingTime(long))
    // What hits somebody stays, however short it is.
    expect(readingTime({ ...short, own: true, mine: true })).toBe(4000)
  })
})

describe('telling', () => {
  let live: { id: string; log: Line[]; moment: ReturnType<typeof moment> | null; catchingUp: boolean; catchUp: () => void; pace: Live['pace'] }
  let telling: Telling
  const shown = () => telling.scene?.lines.map(({ text }) => text) ?? null

  /** A moment with these lines is shown. */
  function come(now: ReturnType<typeof moment>, ...lines: Line[]) {
    live.log = [...live.log, ...lines]
    live.moment = now
    telling.hear(now)
  }

  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
    preferences.motion = true
    preferences.telling = 'normal'
    live = { id: 'abc', log: [], moment: null, catchingUp: false, catchUp: () => {}, pace: () => 0 }
    telling = new Telling(live as unknown as Live, () => [] as Clause[])
    come(decision(4))
  })
  afterEach(() => telling.end())

  it('shows scene after scene, each for its time', () => {
    come(moment(5), line('one', { number: 5, seat: 1 }), line('two', { number: 5, seat: 2 }))
    expect(shown()).toEqual(['one'])
    vi.advanceTimersByTime(readingTime(telling.scene!))
    expect(shown()).toEqual(['two'])
    vi.advanceTimersByTime(5000)
    expect(shown()).toBeNull()
  })

  it('is faster where somebody wants it, or nothing', () => {
    preferences.telling = 'fast'
    come(moment(5), line('one', { number: 5, seat: 1 }))
    vi.advanceTimersByTime(readingTime(telling.scene!) * 0.51)
    expect(shown()).toBeNull()
    preferences.telling = 'off'
    come(moment(6), line('two', { number: 6, seat: 1 }))
    expect(shown()).toBeNull()
    expect(live.pace(moment(7, { lines: [line('three', { seat: 1 })] }), 0)).toBe(0)
  })

  it('keeps moments apart for as long as their scenes take', () => {
    const now = moment(5, { lines: [line('one', { seat: 1 })] })
    expect(live.pace(now, 0)).toBeGreaterThan(live.pace(now, 20))
    expect(live.pace(moment(5, { lines: [] }), 0)).toBe(0)
    // But nobody is kept from his decision for long.
    const long = Array.from({ length: 20 }, () => live.pace(now, 0))
    expect(long.at(-1)).toBe(0)
    come(decision(6))
    expect(live.pace(now, 0)).toBeGreaterThan(0)
  })

  it('never hurries what is about whoever looks', () => {
    const hit = line('plague', { number: 5, seat: 0, weight: 'decisive' })
    const others = Array.from({ length: 30 }, (_, at) => line(`${at}`, { number: 6 + at, seat: 1 }))
    come(moment(40), hit, ...others)
    vi.advanceTimersByTime(3999)
    expect(shown()).toEqual(['plague'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual(['0'])
    vi.advanceTimersByTime(readingTime(telling.scene!) / 2)
    expect(shown()).toEqual(['1'])
  })

  it('goes on to the next scene when touched', () => {
    come(moment(5), line('one', { number: 5, seat: 1 }), line('two', { number: 5, seat: 2 }))
    telling.goOn()
    expect(shown()).toEqual(['two'])
    telling.goOn()
    expect(telling.running).toBe(false)
  })

  it('passes over others, but not over whoever looks, when something else is done', () => {
    come(moment(5), line('one', { number: 5, seat: 1 }), line('plague', { number: 5, seat: 0, weight: 'decisive' }), line('two', { number: 5, seat: 2 }))
    live.catchUp = () => {
      if (live.moment!.number > 5) return
      live.moment = decision(7)
      live.log = [...live.log, line('three', { number: 7, seat: 1 }), line('you pay', { number: 7, seat: 0, forced: true })]
    }
    telling.hush()
    telling.hear(live.moment!)
    expect(shown()).toEqual(['plague'])
    telling.hush()
    expect(shown()).toEqual(['plague'])
    telling.goOn()
    expect(shown()).toEqual(['you pay'])
    telling.goOn()
    expect(telling.running).toBe(false)
  })

  it('waits while something lies over it', () => {
    come(moment(5), line('one', { number: 5, seat: 1 }))
    telling.cover(true)
    vi.advanceTimersByTime(60_000)
    expect(shown()).toEqual(['one'])
    telling.cover(false)
    vi.advanceTimersByTime(readingTime(telling.scene!))
    expect(shown()).toBeNull()
  })

  it('ends at once, with all that waited to be shown', () => {
    come(moment(5), line('one', { number: 5, seat: 1 }), line('two', { number: 5, seat: 2 }))
    live.catchUp = () => {
      live.moment = decision(7)
      live.log = [...live.log, line('three', { number: 7, seat: 1 })]
    }
    telling.skip()
    expect(shown()).toBeNull()
    telling.hear(live.moment!)
    expect(shown()).toBeNull()
  })

  it('is told again since the last decision', () => {
    come(moment(5), line('mine', { number: 5, seat: 0 }), line('one', { number: 5, seat: 1 }))
    come(decision(6), line('two', { number: 6, seat: 2 }))
    telling.skip()
    telling.replay()
    expect(shown()).toEqual(['one'])
    telling.skip()
    come(moment(7), line('three', { number: 7, seat: 1 }))
    telling.skip()
    telling.replay()
    expect(shown()).toEqual(['three'])
  })

  it('goes on where it was after a reload, and begins nowhere for whoever comes first', () => {
    come(moment(5), line('one', { number: 5, seat: 1 }))
    const later = new Telling(live as unknown as Live, () => [])
    live.log = [...live.log, line('missed', { number: 6, seat: 1 })]
    later.hear(decision(6))
    expect(later.scene?.lines[0]?.text).toBe('missed')
    later.end()
    live.id = 'another'
    const first = new Telling(live as unknown as Live, () => [])
    first.hear(decision(6))
    expect(first.scene).toBeNull()
    first.end()
  })

  it('begins with the deal for whoever has not decided yet', () => {
    const deal = line('the deal', { number: 4, move: 0, seat: 0, weight: 'routine' })
    const chosen = line('the bot has chosen', { number: 5, move: 1, seat: 1 })
    const arriving = (number: number, ...lines: Line[]) => {
      live.id = `table ${number}`
      live.log = lines
      const first = new Telling(live as unknown as Live, () => [])
      first.hear(decision(number))
      const told = first.scene?.lines.map(({ text }) => text) ?? null
      first.end()
      return told
    }
    expect(arriving(5, deal, chosen)).toEqual(['the bot has chosen'])
    expect(arriving(7, deal, chosen, line('you have chosen', { number: 6, move: 2, seat: 0 }))).toBeNull()
  })

  it('is a still list for whoever wants no motion', () => {
    preferences.motion = false
    come(moment(5), line('one', { number: 5, seat: 1 }), line('two', { number: 5, seat: 2 }))
    expect([telling.scene, telling.digest.length]).toEqual([null, 2])
    come(moment(6), line('plague', { number: 6, seat: 0, weight: 'decisive' }))
    telling.hush()
    expect(telling.digest.map(({ lines }) => lines[0]!.text)).toEqual(['plague'])
    vi.advanceTimersByTime(4000)
    expect(telling.running).toBe(false)
  })

  it('tells what the last choice led to when the game is over, and again when asked', () => {
    come(decision(5))
    come(moment(6, { over: true }), line('one', { number: 6, seat: 1 }), line('plague', { number: 6, seat: 0, weight: 'decisive' }))
    expect(telling.scene?.lines[0]?.text).toBe('plague')
    vi.advanceTimersByTime(4000)
    expect(telling.running).toBe(false)
    telling.replay()
    expect(telling.scene?.lines[0]?.text).toBe('one')
  })
})
