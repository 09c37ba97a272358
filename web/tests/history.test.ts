import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, unreachable, type Moment } from '../src/lib/api'
import type { Live } from '../src/lib/live.svelte'
import { dismiss, notices } from '../src/lib/notices.svelte'
import { History } from '../src/table/history.svelte'
import { moment, Shown } from './moments.svelte'

const PACE = 1100
const settled = () => vi.advanceTimersByTimeAsync(0)
const live = Object.assign(new Shown(), { id: 'abc' })
let eyes: number | null
let history: History
let asked: number[]
/** Answers that the test keeps back. */
let held: Map<number, (found: Moment) => void> | null

beforeEach(() => {
  eyes = 0
  asked = []
  held = null
  for (const { id } of [...notices]) dismiss(id)
  live.moment = moment(12)
  vi.spyOn(api, 'moment').mockImplementation((_id, move) => {
    asked.push(move)
    const found = moment(move, { move, moves: 12 })
    return held ? new Promise((done) => held!.set(move, () => done(found))) : Promise.resolve(found)
  })
  history = new History(live as unknown as Live, () => eyes)
})

describe('looking back', () => {
  it('shows the moment that was asked for, within the game', async () => {
    await history.look(3)
    expect([history.reviewing, history.at, history.moment?.move]).toEqual([true, 3, 3])
    await history.look(99)
    expect(history.at).toBe(12)
    await history.look(-4)
    expect(history.at).toBe(0)
  })

  it('goes on while the table does: what comes does not tear anybody away', async () => {
    await history.look(3)
    live.moment = moment(15)
    expect([history.at, history.moment?.move, history.moves]).toEqual([3, 3, 15])
    history.step(1)
    await settled()
    expect(history.moment?.move).toBe(4)
    history.now()
    expect([history.reviewing, history.moment, history.at]).toEqual([false, null, 15])
  })

  it('shows where it was wanted last, whatever is answered first', async () => {
    held = new Map()
    void history.look(2)
    void history.look(7)
    held.get(7)!(moment(7))
    await settled()
    expect([history.at, history.moment?.move]).toEqual([7, 7])
    held.get(2)!(moment(2))
    await settled()
    expect(history.moment?.move).toBe(7)
  })

  it('shows nothing to whoever has gone back to the present meanwhile', async () => {
    held = new Map()
    void history.look(2)
    history.now()
    held.get(2)!(moment(2))
    await settled()
    expect([history.reviewing, history.moment]).toEqual([false, null])
  })

  it('asks once for a moment, again for other eyes, and again after something was taken back', async () => {
    await history.look(3)
    await history.look(4)
    await history.look(3)
    expect(asked).toEqual([3, 4])
    eyes = 1
    history.refresh()
    await settled()
    expect(asked).toEqual([3, 4, 3])
    await history.look(3)
    expect(asked).toEqual([3, 4, 3])
    history.forget()
    await history.look(3)
    expect(asked).toEqual([3, 4, 3, 3])
  })

  it('comes back to the present, and says so, where the server cannot be reached', async () => {
    vi.mocked(api.moment).mockRejectedValue(unreachable())
    await history.look(3)
    expect([history.reviewing, notices.length]).toEqual([false, 1])
  })
})

describe('a game that runs by itself', () => {
  it('goes from where one looks to the present, a step at a time, and stops there', async () => {
    await history.look(9)
    history.run()
    await settled()
    expect(history.at).toBe(10)
    await vi.advanceTimersByTimeAsync(PACE - 1)
    expect(history.at).toBe(10)
    await vi.advanceTimersByTimeAsync(1)
    expect([history.at, history.running]).toEqual([11, true])
    await vi.advanceTimersByTimeAsync(5 * PACE)
    expect([history.at, history.running]).toEqual([12, false])
  })

  it('begins at the beginning when it is at its end', async () => {
    history.run()
    await settled()
    expect(history.at).toBe(0)
  })

  it('stands still when it is stopped or stepped through', async () => {
    for (const stop of [() => history.run(), () => history.stop(), () => history.step(0)]) {
      await history.look(2)
      history.run()
      await settled()
      stop()
      await vi.advanceTimersByTimeAsync(5 * PACE)
      expect([history.at, history.running]).toEqual([3, false])
    }
  })
})
