import type { GameInfo, Seat, Table } from './api'
import { house } from './games.svelte'

/** Whoever sits there, in words: bots go by the title of their level. */
export function sitterName(seat: Seat | undefined, game: GameInfo | undefined): string {
  if (!seat) return ''
  if (seat.kind !== 'bot') return seat.name
  return game?.bots.find((bot) => bot.name === seat.bot)?.title ?? seat.name
}

export const nameAt = (table: Table, seat: number): string => sitterName(table.seats[seat], house.game(table.game))
