import type { peloponnes } from '../../lib/states'
import type { BoardProps } from '../page'
import { civilizationName, isOutOf } from '../shared/civilizations'
import { decksOf, type Deck } from '../shared/decks'
import type { Box, Extras, TileFacts } from './facts'

export type * from './facts'
export type Player = peloponnes.Player
export type State = peloponnes.State

export { order, settled, some } from '../shared/civilizations'

export const stateOf = (p: Pick<BoardProps, 'moment'>) => p.moment.state as unknown as State
export const extrasOf = (p: BoardProps) => p.moment.extras as unknown as Extras
export const boxOf = (p: BoardProps) => p.box as Box

/** Whether a seat is out of the bids that are going on. */
export const isOut = (state: State, seat: number): boolean => isOutOf(state, seat, ['auction', 'displaced', 'take'])

export interface Owned {
  tile: TileFacts
  /** Place among the player's tiles, from 1. */
  place: number
  marked: boolean
  taken: boolean
}

export function owned(player: Player, box: Box): Owned[] {
  const found: Owned[] = []
  for (let place = 0; place < player.tile_count; place++) {
    const tile = box.tiles[player.tiles[place] ?? '']
    if (!tile) continue
    found.push({ tile, place: place + 1, marked: ((player.marked >> place) & 1) === 1, taken: player.taken === tile.id })
  }
  return found
}

/** What a seat goes by: its civilization, or before there is one the name of whoever sits there. */
export const seatName = (p: BoardProps, seat: number): string => civilizationName(p, stateOf(p), boxOf(p), seat)

/** The decks with the rounds that are played with them, and what of each lies face down. */
export const decks = (state: State, box: Box): Deck[] => decksOf(box.rounds, box.tiles, state.deck)
