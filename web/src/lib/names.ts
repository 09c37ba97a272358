import type { BotLevel, GameInfo, Seat, Table } from './api'
import { house } from './games.svelte'
import { w } from './words/index.svelte'

/** The level of the bot that sits there. */
export const levelOf = (seat: Seat | undefined, game: GameInfo | undefined): BotLevel | undefined =>
  game?.bots.find((bot) => bot.name === seat?.bot)

export const levelAt = (table: Table, seat: number) => levelOf(table.seats[seat], house.game(table.game))

/** Whoever sits there. */
export const nameAt = (table: Table, seat: number): string => table.seats[seat]?.name ?? ''

/** The same, for the end: who began on a seat that a bot played on for is not forgotten. */
export function resultName(table: Table, seat: number): string {
  const name = nameAt(table, seat)
  const sitter = table.seats[seat]
  return sitter?.former ? w().end.inPlaceOf(name, sitter.former) : name
}
