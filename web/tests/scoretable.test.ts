import { describe, expect, it } from 'vitest'
import type { Sheet } from '../src/lib/api'
import { categories, firsts, lead, tied } from '../src/table/scoretable'

type Seat = Sheet['seats'][number]
type Item = Seat['columns'][number]['items'][number]

const item = (label: string, points: number, more: Partial<Item> = {}): Item => ({
  label,
  points,
  clause: null,
  targets: [],
  thing: null,
  row: null,
  ...more,
})
const column = (name: string, items: Item[], decisive = false) => ({
  name,
  label: name,
  clause: '§14.1',
  items,
  total: items.reduce((sum, one) => sum + one.points, 0),
  decisive,
})
const seat = (number: number, score: number, columns: Seat['columns'], ties: Item[] = []): Seat => ({
  seat: number,
  name: `City ${number}`,
  score,
  rank: 1,
  columns,
  ties,
})

const LAND = { row: 'lands' }
const COINS = { row: 'coins' }

describe('the table of points', () => {
  it('has a row for each category and each of its parts, and none of zeros', () => {
    const found = categories([
      seat(0, 5, [column('prestige', [item('Field', 3, LAND), item('6 coins', 2, COINS)], true), column('rings', [])]),
      seat(1, 9, [column('prestige', [item('Forest', 4, LAND), item('Hill', 5, LAND)]), column('rings', [])]),
    ])
    expect(found.map((one) => one.label)).toEqual(['Prestige'])
    expect(found[0]!.cells.map((cell) => [cell.points, cell.decisive])).toEqual([
      [5, true],
      [9, false],
    ])
    expect(found[0]!.rows.map((row) => [row.label, ...row.cells.map((cell) => cell.points)])).toEqual([
      ['Lands', 3, 9],
      ['Coins', 2, 0],
    ])
  })

  it('has no parts where there is only one', () => {
    const found = categories([seat(0, 3, [column('prestige', [item('Field', 3, LAND)])])])
    expect(found[0]!.rows).toEqual([])
    expect(found[0]!.items).toBe(true)
  })

  it('points at all things of a cell, each once', () => {
    const temples = [item('One', 2, { targets: ['temple:1', 'space:3'] }), item('Two', 1, { targets: ['space:3'] })]
    expect(categories([seat(0, 3, [column('temples', temples)])])[0]!.cells[0]!.targets).toEqual(['temple:1', 'space:3'])
  })

  it('speaks of ties where there is one', () => {
    const ties = [item('luxury', 4)]
    expect(tied([seat(0, 5, [], ties), seat(1, 6, [], ties)])).toEqual([])
    expect(tied([seat(0, 5, [], ties), seat(1, 5, [], ties)]).map((row) => row.label)).toEqual(['Luxury'])
  })

  it('marks who has most, all of them, and nobody where all are even', () => {
    expect(firsts([3, 7, 7])).toEqual([false, true, true])
    expect(firsts([2, 2])).toEqual([false, false])
  })

  const ranked = (number: number, rank: number, columns: Seat['columns']) => ({
    ...seat(number, columns.reduce((sum, { total }) => sum + total, 0), columns),
    rank,
  })
  const cash = (points: number) => column('cash', [item('cash', points)])
  const merchants = (sparta: number, athens: number) =>
    column('merchants', [item('3 of Sparta', sparta, { row: 'Sparta' }), item('2 of Athens', athens, { row: 'Athens' })])

  it('says by what the winner is ahead of whoever came next, what brought most first', () => {
    const third = ranked(2, 3, [cash(1), merchants(2, 3)])
    const found = lead([ranked(0, 2, [cash(9), merchants(3, 4)]), ranked(1, 1, [cash(7), merchants(3, 12)]), third])
    expect(found).toEqual({
      winner: 1,
      second: 0,
      by: 6,
      rows: [
        { label: 'Athens', by: 8 },
        { label: 'Cash', by: -2 },
      ],
    })
  })

  it('names nobody as ahead where a place is shared, or where not everything counts', () => {
    expect(lead([ranked(0, 1, [cash(9)]), ranked(1, 1, [cash(9)])])).toBeNull()
    expect(lead([ranked(0, 1, [cash(9)]), ranked(1, 2, [cash(4)]), ranked(2, 2, [cash(4)])])).toBeNull()
    const lower = (number: number, rank: number, score: number) => ({ ...ranked(number, rank, [cash(9), merchants(1, 2)]), score })
    expect(lead([lower(0, 1, 9), lower(1, 2, 3)])).toBeNull()
    expect(lead([ranked(0, 1, [cash(9)])])).toBeNull()
  })
})
