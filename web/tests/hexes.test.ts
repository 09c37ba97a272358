import { describe, expect, it } from 'vitest'
import { around, centre, corners, DOWN, EDGE, extent, hash, hexagon, R, rounded, WIDE, type Point } from '../src/lib/art/hexes'

const far = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

describe('the middle of a space', () => {
  it('stands in half steps from the left, and in rows that reach into each other', () => {
    expect(centre({ row: 0, column: 0 })).toEqual({ x: 50, y: R })
    expect(centre({ row: 0, column: 2 })).toEqual({ x: 150, y: R })
    expect(centre({ row: 1, column: 1 }).x).toBe(100)
    expect(centre({ row: 2, column: 0 }).y).toBeCloseTo(R + 2 * DOWN)
  })

  it('is as far from all six neighbours as a hexagon is wide', () => {
    const here = centre({ row: 4, column: 6 })
    const neighbours = [[4, 4], [4, 8], [3, 5], [3, 7], [5, 5], [5, 7]]
    for (const [row, column] of neighbours) expect(far(here, centre({ row: row!, column: column! }))).toBeCloseTo(WIDE)
    expect(far(here, centre({ row: 2, column: 6 }))).toBeGreaterThan(WIDE * 1.5)
  })
})

it('corners begin at the top and go clockwise, and neighbours share two of them', () => {
  const [top, right] = corners({ x: 0, y: 0 })
  expect([top!.x, top!.y]).toEqual([expect.closeTo(0), expect.closeTo(-R)])
  expect([right!.x, right!.y]).toEqual([expect.closeTo(WIDE / 2), expect.closeTo(-R / 2)])
  const [one, other] = [corners(centre({ row: 0, column: 0 })), corners(centre({ row: 1, column: 1 }))]
  expect(one.filter((at) => other.some((to) => far(at, to) < 0.01))).toHaveLength(2)
})

it('a map holds its hexagons and a rim of sea', () => {
  const { x, y, wide, high } = extent(3, 5)
  const all = [centre({ row: 0, column: 0 }), centre({ row: 2, column: 4 }), centre({ row: 1, column: 1 })].flatMap((at) => corners(at))
  expect(Math.min(...all.map((at) => at.x))).toBeCloseTo(x + EDGE)
  expect(Math.max(...all.map((at) => at.x))).toBeCloseTo(x + wide - EDGE)
  expect(Math.min(...all.map((at) => at.y))).toBeCloseTo(y + EDGE)
  expect(Math.max(...all.map((at) => at.y))).toBeCloseTo(y + high - EDGE)
})

describe('a line', () => {
  const square = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }]
  /** The corners of each closed line of a path. */
  const lines = (path: string) =>
    path.split('Z').slice(0, -1).map((line) => [...line.matchAll(/Q(\S+) (\S+) /g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) })))
  const at = (...cells: [number, number][]) => cells.map(([row, column]) => centre({ row, column }))
  const many = (path: string) => lines(path).map((line) => line.length)

  it('has its corners rounded by a part of its sides', () => {
    expect(rounded(square, 0.1)).toBe('M0 10Q0 0 10 0L90 0Q100 0 100 10L100 90Q100 100 90 100L10 100Q0 100 0 90Z')
  })

  it('around one hexagon is the hexagon', () => {
    const [middle] = at([2, 2])
    expect(around([middle!], 0, 0.12)).toBe(hexagon(middle!, R))
  })

  it('goes around what lies together, and leaves out what lies within', () => {
    expect(many(around(at([0, 0], [0, 2]), 0, 0.1))).toEqual([10])
    expect(many(around(at([0, 0], [0, 2], [1, 1]), 0, 0.1))).toEqual([12])
  })

  it('is several lines where hexagons lie apart, or around a hole', () => {
    expect(many(around(at([0, 0], [0, 6]), 0, 0.1))).toEqual([6, 6])
    const ring = at([1, 1], [1, 3], [2, 0], [2, 4], [3, 1], [3, 3])
    expect(many(around(ring, 0, 0.1)).toSorted((a, b) => a - b)).toEqual([6, 18])
    expect(around([], 0, 0.1)).toBe('')
  })

  it('moved inwards keeps its distance from every side', () => {
    const [middle] = at([2, 2])
    const [line] = lines(around([middle!], 10, 0.1))
    // Between two sides at 120° a corner goes by more than they do.
    for (const corner of line!) expect(far(corner, middle!)).toBeCloseTo(R - 10 / Math.cos(Math.PI / 6), 0)
  })
})

it('what looks random is the same every time, between 0 and 1, and differs from place to place', () => {
  const all = Array.from({ length: 100 }, (_, k) => hash(k % 10, Math.floor(k / 10)))
  expect(all.every((one) => one >= 0 && one < 1)).toBe(true)
  expect(hash(3, 7)).toBe(hash(3, 7))
  expect(new Set(all.map((one) => one.toFixed(6))).size).toBe(100)
})
