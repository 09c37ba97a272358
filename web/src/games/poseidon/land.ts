import { centre, hash, type Point } from '../../lib/art/hexes'
import type { Box, Hex, Place } from './view'

/**
 * A coast for the map, from where its places lie and nothing else: what lies between towns of the mainland is land,
 * dark lines run over land, and every port has a shore, a shared one where both lie at the same land.
 */
export interface Land {
  /** Whole hexes of mainland. */
  cells: Point[]
  /** Land that joins two places. */
  links: { from: Point; to: Point; wide: number }[]
  /** Islands and shores around a place: its middle, and how far it reaches. */
  shores: { at: Point; reach: number; seed: number }[]
  /** Peaks, where land is far from any port. */
  peaks: { at: Point; seed: number }[]
}

const STEPS = [
  [0, -2],
  [0, 2],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const
/** How far land goes on outside of the map, where the window is wider or higher. */
const BEYOND = 18
const NORTH = 4
const key = ({ row, column }: Hex) => `${row} ${column}`
const near = ({ row, column }: Hex): Hex[] => STEPS.map(([r, c]) => ({ row: row + r, column: column + c }))

export function landOf(box: Box): Land {
  const at = new Map<string, Place>()
  for (const place of box.places) for (const cell of place.hexes) at.set(key(cell), place)
  const coastal = (cell: Hex) => {
    const found = at.get(key(cell))
    return found !== undefined && found.kind !== 'sea' && found.kind !== 'new_world'
  }
  // Gaps between towns become land, and land grows where it is surrounded. North of the map lies the continent.
  const land = new Map<string, Hex>()
  const add = (cell: Hex) => land.set(key(cell), cell)
  for (let row = -NORTH; row < 0; row++)
    for (let column = -BEYOND; column <= box.columns + BEYOND; column++) if ((row + column) % 2 !== 0) add({ row, column })
  for (let turn = 0; turn < 4; turn++)
    for (let row = 0; row < box.rows; row++)
      for (let column = 0; column <= box.columns + 2; column++) {
        const cell = { row, column }
        if ((row + column) % 2 === 0 || at.has(key(cell)) || land.has(key(cell))) continue
        const row_ = [...at.values()].flatMap((place) => place.hexes).filter((one) => one.row === row)
        const between = row_.some((one) => one.column < column) && row_.some((one) => one.column > column)
        const around = near(cell).filter((one) => coastal(one) || land.has(key(one))).length
        if (between || around >= 3) add(cell)
      }
  // Land at the eastern edge goes on beyond it.
  for (const cell of [...land.values()])
    if (cell.row >= 0 && cell.column >= box.columns)
      for (let column = cell.column + 2; column <= box.columns + BEYOND; column += 2) add({ ...cell, column })
  const mainland = (cell: Hex) => near(cell).filter((one) => land.has(key(one)))

  const links: Land['links'] = []
  const shores: Land['shores'] = []
  for (const place of box.places) {
    if (place.kind === 'sea') continue
    const cell = place.hexes[0]!
    const here = centre(cell)
    const seed = place.place
    if (place.kind === 'new_world') {
      for (const one of place.hexes) shores.push({ at: centre(one), reach: 47, seed: seed + one.row })
      links.push({ from: centre(place.hexes[0]!), to: centre(place.hexes.at(-1)!), wide: 86 })
      continue
    }
    const behind = mainland(cell)
    const reach = place.kind === 'home' ? 40 : behind.length ? 34 : 27 + hash(seed, 3) * 7
    shores.push({ at: here, reach, seed })
    for (const one of behind) links.push({ from: here, to: centre(one), wide: 54 + hash(seed, one.column) * 16 })
    // Two places at the same mainland are joined along the coast.
    for (const next of near(cell)) {
      const other = at.get(key(next))
      if (!other || other.place < place.place || !coastal(next)) continue
      const shared = mainland(next).some((one) => behind.some((two) => key(one) === key(two)))
      if (shared) links.push({ from: here, to: centre(next), wide: 46 })
    }
  }
  for (const [one, two] of box.barriers) links.push({ from: centre(one), to: centre(two), wide: 62 })
  const inner = [...land.values()].filter((cell) => cell.row >= 0)
  return {
    cells: [...land.values()].map(centre),
    links,
    shores,
    peaks: inner.map((cell) => ({ at: centre(cell), seed: cell.row * 101 + cell.column })),
  }
}

/** An island: no circle, and no two alike. */
export function shore({ x, y }: Point, reach: number, seed: number): string {
  const many = 9
  const points = Array.from({ length: many }, (_, k) => {
    const angle = (k / many) * 2 * Math.PI
    const far = reach * (0.82 + 0.36 * hash(seed, k + 10))
    return { x: x + far * Math.cos(angle), y: y + far * 0.9 * Math.sin(angle) }
  })
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const n = (value: number) => Math.round(value * 10) / 10
  const first = middle(points[many - 1]!, points[0]!)
  let d = `M${n(first.x)} ${n(first.y)}`
  points.forEach((one, k) => {
    const to = middle(one, points[(k + 1) % many]!)
    d += `Q${n(one.x)} ${n(one.y)} ${n(to.x)} ${n(to.y)}`
  })
  return `${d}Z`
}

/** The side that two neighbouring hexes share. */
export function side(one: Hex, two: Hex): [Point, Point] {
  const [a, b] = [centre(one), centre(two)]
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
  const long = Math.hypot(b.x - a.x, b.y - a.y)
  const half = 100 / Math.sqrt(3) / 2
  const [dx, dy] = [(-(b.y - a.y) / long) * half, ((b.x - a.x) / long) * half]
  return [
    { x: x - dx, y: y - dy },
    { x: x + dx, y: y + dy },
  ]
}
