import type { BotLevel, GameInfo, Seat, Table } from './api'
import { house } from './games.svelte'
import { w } from './words/index.svelte'

/** Whoever sits there, in words: bots go by the title of their level. */
export function sitterName(seat: Seat | undefined, game: GameInfo | undefined): string {
  if (!seat) return ''
  if (seat.kind !== 'bot') return seat.name
  return levelOf(seat, game)?.title ?? seat.name
}

/** The level of the bot that sits there. */
export const levelOf = (seat: Seat | undefined, game: GameInfo | undefined): BotLevel | undefined =>
  game?.bots.find((bot) => bot.name === seat?.bot)

export const levelAt = (table: Table, seat: number) => levelOf(table.seats[seat], house.game(table.game))

/** The same, for the end: who began on a seat that a bot played on for is not forgotten. */
export function resultName(table: Table, seat: number): string {
  const name = nameAt(table, seat)
  const sitter = table.seats[seat]
  return sitter?.resigned ? w().end.inPlaceOf(name, sitter.name) : name
}

export const nameAt = (table: Table, seat: number): string => sitterName(table.seats[seat], house.game(table.game))
