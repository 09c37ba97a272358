import type { peloponnes } from '../../lib/told'
import type { BoardProps } from '../page'
import { civilizationName, isOutOf } from '../shared/civilizations'
import { decksOf, type Deck } from '../shared/decks'
import { toldOf } from '../table'

export type Box = peloponnes.Box
export type Civilization = peloponnes.Civilization
export type Extras = peloponnes.Extras
export type Player = peloponnes.Player
export type State = peloponnes.State
export type Tile = peloponnes.Tile

export { order, settled, some } from '../shared/civilizations'

export const { stateOf, extrasOf, boxOf } = toldOf<'peloponnes'>()

/** Whether a seat is out of the bids that are going on. */
export const isOut = (state: State, seat: number): boolean => isOutOf(state, seat, ['auction', 'displaced', 'take'])

export interface Owned {
  tile: Tile
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
