import type { Sheet } from '../lib/api'
import { capital } from '../lib/say'

type Seat = Sheet['seats'][number]
type Item = Seat['columns'][number]['items'][number]

/** What one player has in a row. */
export interface Cell {
  points: number
  items: Item[]
  /** The things on the board that it is about. */
  targets: string[]
  /** Whether it is the sum that counted. */
  decisive: boolean
}

/** A row of the table: something that gave points, with a cell for each player. */
export interface Row {
  key: string
  label: string
  clause: string | null
  cells: Cell[]
}

export interface Category extends Row {
  /** What it consists of, where that is more than one thing. */
  rows: Row[]
  /** Whether there is something to be told one by one. */
  items: boolean
}

const matters = (row: Row) => row.cells.some((cell) => cell.points !== 0)

function cellOf(items: Item[], points: number, decisive = false): Cell {
  return { points, items, decisive, targets: [...new Set(items.flatMap((item) => item.targets ?? []))] }
}

/** The categories by which points are counted, each with its parts. What is zero for everybody is left out. */
export function categories(seats: Seat[]): Category[] {
  const named = seats[0]?.columns ?? []
  return named
    .map(({ name, label, clause }): Category => {
      const columns = seats.map((seat) => seat.columns.find((column) => column.name === name)!)
      const cells = columns.map((column) => cellOf(column.items, column.total, column.decisive))
      const items = columns.some((column) => column.items.length > 0)
      return { key: name, label: capital(label), clause, cells, items, rows: partsOf(name, columns.map((column) => column.items)) }
    })
    .filter(matters)
}

function partsOf(name: string, items: Item[][]): Row[] {
  const parts = [...new Set(items.flat().flatMap((item) => (item.row ? [item.row] : [])))]
  if (parts.length < 2) return []
  return parts
    .map((part) => ({
      key: `${name} ${part}`,
      label: capital(part),
      clause: null,
      cells: items.map((own) => {
        const found = own.filter((item) => item.row === part)
        return cellOf(found, found.reduce((sum, item) => sum + item.points, 0))
      }),
    }))
    .filter(matters)
}

/** What breaks ties, where there is one to break. */
export function tied(seats: Seat[]): Row[] {
  if (new Set(seats.map((seat) => seat.score)).size === seats.length) return []
  return (seats[0]?.ties ?? []).map(({ label, clause }, at) => ({
    key: `tie ${at}`,
    label: capital(label),
    clause,
    cells: seats.map((seat) => cellOf([], seat.ties[at]?.points ?? 0)),
  }))
}

/** Who has most; nobody where all have as much. */
export function firsts(points: number[]): boolean[] {
  const most = Math.max(...points)
  const even = points.every((one) => one === most)
  return points.map((one) => !even && one === most)
}

/** By what the winner is ahead of whoever came next: a difference for each row, those that brought most first. */
export interface Lead {
  winner: number
  second: number
  by: number
  rows: { label: string; by: number }[]
}

/** What decided a game in which rows add up to the score; nothing where winners or seconds share a place. */
export function lead(seats: Seat[]): Lead | null {
  const [winner, second, third] = seats.toSorted((a, b) => b.score - a.score)
  if (!winner || !second || winner.score === second.score || second.score === third?.score) return null
  if (winner.rank !== 1) return null
  const two = [winner, second]
  if (two.some((seat) => seat.columns.reduce((sum, { total }) => sum + total, 0) !== seat.score)) return null
  const rows = categories(two)
    .flatMap((category): Row[] => (category.rows.length ? category.rows : [category]))
    .map(({ label, cells }) => ({ label, by: cells[0]!.points - cells[1]!.points }))
    .filter(({ by }) => by !== 0)
    .toSorted((a, b) => b.by - a.by)
  return { winner: winner.seat, second: second.seat, by: winner.score - second.score, rows }
}
