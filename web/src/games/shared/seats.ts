import { nameAt } from '../../lib/names'
import type { BoardProps } from '../page'

/** What a seat goes by: the name of whoever sits there. */
export const seatName = (p: BoardProps, seat: number): string => nameAt(p.table, seat) || `${seat + 1}`

/** Everybody else at a table of so many, in turn order from one's left; for a spectator everybody. */
export function others(p: BoardProps, seats: number): number[] {
  const first = p.seat === null ? 0 : p.seat + 1
  return Array.from({ length: seats }, (_, k) => (first + k) % seats).filter((seat) => seat !== p.seat)
}
