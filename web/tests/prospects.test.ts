import { describe, expect, it } from 'vitest'
import { chanceText, pointsText, rankIn, ranksOf, rowsOf, spanOf, spoken } from '../src/table/prospects'
import { amounts, group, hint, option, prospect } from './moments.svelte'

describe('the numbers of a choice', () => {
  it('say how far off they may be, as the language writes them', () => {
    expect(chanceText(prospect('a'), 'en')).toBe('62% ± 2')
    expect(chanceText(prospect('a'), 'de')).toBe('62\u00a0% ± 2')
    expect(chanceText(prospect('a', { chance: 0.999, chance_error: 0.001 }), 'en')).toBe('100% ± 1')
    expect(chanceText(prospect('a', { chance: 1, chance_error: 0 }), 'en')).toBe('100%')
    expect(chanceText(prospect('a', { chance: null, chance_error: null }), 'en')).toBe('')
  })

  it('have no more digits than are known', () => {
    expect(pointsText(prospect('a'), 'en')).toBe('21.5')
    expect(pointsText(prospect('a'), 'it')).toBe('21,5')
    expect(pointsText(prospect('a', { points: 21, points_error: 0 }), 'en')).toBe('21.0')
    expect(pointsText(prospect('a', { points: 1234.4, points_error: 12 }), 'de')).toBe('1.234')
    expect(pointsText(prospect('a', { points: null, points_error: null }), 'en')).toBe('')
  })

  it('stay on their bar', () => {
    expect(spanOf(prospect('a', { chance: 0.5, chance_error: 0.25 }))).toEqual({ from: 25, at: 50, to: 75 })
    expect(spanOf(prospect('a', { chance: 1, chance_error: 0.25 }))).toEqual({ from: 75, at: 100, to: 100 })
    expect(spanOf(prospect('a', { chance: 0, chance_error: 0.25 }))).toEqual({ from: 0, at: 0, to: 25 })
  })

  it('are told to ears with what they count', () => {
    const found = hint('a')
    const [row] = rowsOf(found, null)
    expect(spoken(row!, found, 'en')).toBe('1: To a, chance to win 62% ± 2, 21.5 points')
    const bare = hint(prospect('a', { chance: null, points: null }))
    expect(spoken(rowsOf(bare, null)[0]!, bare, 'en')).toBe('1: To a')
  })
})

describe('the ranks', () => {
  it('stand on targets, together where choices are about the same', () => {
    const on = (choice: string, ...targets: string[]) => prospect(choice, { targets })
    const found = hint(on('bid 1 5', 'slot:1'), on('bid 2 3', 'slot:2'), on('bid 1 6', 'slot:1'))
    expect([...ranksOf(found)]).toEqual([
      ['slot:1', '1·3'],
      ['slot:2', '2'],
    ])
    expect(ranksOf(null).size).toBe(0)
  })

  it('stand on groups that hold the choice', () => {
    const found = hint('bid 4', 'pass')
    expect(rankIn(found, amounts('bid', [3, 4]))).toBe('1')
    expect(rankIn(found, group('pass'))).toBe('2')
    expect(rankIn(found, group('take'))).toBe('')
    expect(rankIn(null, group('pass'))).toBe('')
  })
})

describe('the rows', () => {
  const found = { ...hint('bid 4', 'pass'), pointed: prospect('take') }
  const shown = (about: string | null) => rowsOf(found, about === null ? null : option(about)).map((row) => row.choice)

  it('end with what was pointed at, where it is none of the best', () => {
    expect(shown(null)).toEqual(['bid 4', 'pass', 'take'])
    expect(rowsOf({ ...found, pointed: prospect('pass') }, null)).toHaveLength(2)
  })

  it('or with what is pointed at now', () => {
    expect(shown('bid 3')).toEqual(['bid 4', 'pass', 'bid 3'])
    expect(shown('take')).toEqual(['bid 4', 'pass', 'take'])
    expect(shown('pass')).toEqual(['bid 4', 'pass', 'take'])
  })
})
