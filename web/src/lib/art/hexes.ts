/** The geometry of a map of hexagons with their points up, 100 wide. It knows nothing of the game. */
export const WIDE = 100
export const R = WIDE / Math.sqrt(3)
export const DOWN = 1.5 * R
/** Sea around the island. */
export const EDGE = 62

export interface Point {
  x: number
  y: number
}

interface Cell {
  row: number
  column: number
}

/** The middle of a space on the half-step grid. */
export const centre = ({ row, column }: Cell): Point => ({ x: ((column + 1) * WIDE) / 2, y: R + row * DOWN })

/** The size of a map with its sea. */
export function extent(rows: number, columns: number): { x: number; y: number; wide: number; high: number } {
  return {
    x: -EDGE,
    y: -EDGE,
    wide: ((columns + 1) * WIDE) / 2 + 2 * EDGE,
    high: 2 * R + (rows - 1) * DOWN + 2 * EDGE,
  }
}

const n = (value: number) => Math.round(value * 10) / 10

/** The corners from the top one, clockwise. */
export function corners({ x, y }: Point, radius = R): Point[] {
  return Array.from({ length: 6 }, (_, k) => {
    const angle = ((k * 60 - 90) * Math.PI) / 180
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
  })
}

/** A closed line through points, each corner rounded by a part of its sides: 0.5 leaves no straight bit. */
export function rounded(points: Point[], part: number): string {
  let d = ''
  points.forEach((at, k) => {
    const before = points[(k + points.length - 1) % points.length]!
    const after = points[(k + 1) % points.length]!
    const from = `${n(at.x + (before.x - at.x) * part)} ${n(at.y + (before.y - at.y) * part)}`
    const to = `${n(at.x + (after.x - at.x) * part)} ${n(at.y + (after.y - at.y) * part)}`
    d += `${k ? 'L' : 'M'}${from}Q${n(at.x)} ${n(at.y)} ${to}`
  })
  return `${d}Z`
}

export const hexagon = (at: Point, radius: number, part = 0.12): string => rounded(corners(at, radius), part)

/** The line around hexagons, moved inwards by `inset`; several lines where they lie apart or have holes. */
export function around(cells: Point[], inset: number, part: number): string {
  const key = ({ x, y }: Point) => `${Math.round(x)},${Math.round(y)}`
  const edges = new Map<string, { from: Point; to: Point }>()
  for (const cell of cells) {
    const points = corners(cell)
    points.forEach((from, k) => {
      const to = points[(k + 1) % 6]!
      edges.set(`${key(from)} ${key(to)}`, { from, to })
    })
  }
  const next = new Map<string, { from: Point; to: Point }>()
  for (const { from, to } of edges.values()) if (!edges.has(`${key(to)} ${key(from)}`)) next.set(key(from), { from, to })
  let d = ''
  while (next.size) {
    const loop: Point[] = []
    let [at] = next.keys() as Iterable<string> as [string]
    for (;;) {
      const edge = next.get(at)
      if (!edge) break
      next.delete(at)
      loop.push(edge.from)
      at = key(edge.to)
    }
    d += rounded(inwards(loop, inset), part)
  }
  return d
}

/** Every side of a clockwise line moved to its right. */
function inwards(loop: Point[], by: number): Point[] {
  if (!by) return loop
  const right = (from: Point, to: Point): Point => {
    const long = Math.hypot(to.x - from.x, to.y - from.y)
    return { x: -(to.y - from.y) / long, y: (to.x - from.x) / long }
  }
  return loop.map((at, k) => {
    const one = right(loop[(k + loop.length - 1) % loop.length]!, at)
    const two = right(at, loop[(k + 1) % loop.length]!)
    const scale = by / (1 + one.x * two.x + one.y * two.y)
    return { x: at.x + (one.x + two.x) * scale, y: at.y + (one.y + two.y) * scale }
  })
}

/** A number that looks random and is always the same for a place. */
export function hash(a: number, b: number): number {
  const mixed = Math.sin(a * 127.1 + b * 311.7) * 43758.5453
  return mixed - Math.floor(mixed)
}
