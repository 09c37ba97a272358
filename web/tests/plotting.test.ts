import { describe, expect, it } from 'vitest'
import { corners, middle, roundOfBend } from '../src/table/plotting'

const bend = (line: number, began: number, before: number, ended: number, after: number) => ({
  line,
  move: 1,
  text: 'Somebody paid.',
  began,
  before,
  ended,
  after,
})
const TIMES = ['1', '2', '3', 'End']
const curve = {
  name: 'coins',
  label: 'coins',
  values: [
    [10, 12, 4, 9],
    [null, 3, 3, 3],
  ],
  lines: [],
  // In the first round, with the last choice of the second one, and with the last of the game.
  bends: [bend(0, 0.25, 10, 0.5, 12), bend(0, 1.75, 12, 2, 4), bend(0, 2.5, 4, 3, 9)],
}

describe('what bent a line', () => {
  it('is marked on the line', () => {
    const line = corners(curve, 0)
    for (const one of curve.bends) {
      const spot = middle(one)
      const after = line.findIndex(({ at }) => at >= spot.at)
      const [from, to] = [line[after - 1]!, line[after]!]
      const there = from.value + ((to.value - from.value) * (spot.at - from.at)) / (to.at - from.at)
      expect(there).toBeCloseTo(spot.value)
    }
  })

  it('is marked within the round that is told', () => {
    const rounds = curve.bends.map((one) => roundOfBend(one, TIMES))
    expect(rounds).toEqual(['1', '2', '3'])
    const strips = curve.bends.map((one) => TIMES[Math.floor(middle(one).at)])
    expect(strips).toEqual(rounds)
  })

  it('is told with the round that its choice led on to', () => {
    expect(roundOfBend({ ...curve.bends[1]!, when: '3' }, TIMES)).toBe('3')
  })

  it('belongs to one line alone, which begins where it has a value', () => {
    expect(corners(curve, 1).map(({ at }) => at)).toEqual([1, 2, 3])
  })
})
