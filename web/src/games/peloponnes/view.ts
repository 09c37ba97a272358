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

/** The city that somebody leads; empty where he has not chosen yet. */
export const cityName = (p: BoardProps, seat: number): string => civilizationName(stateOf(p), boxOf(p), seat)

/** The decks with the rounds that are played with them, and what of each lies face down. */
export const decks = (state: State, box: Box): Deck[] => decksOf(box.rounds, box.tiles, state.deck)

/** What a player has of, in the order of the mat. */
export const GOODS = ['coins', 'wood', 'stone', 'food', 'luxury', 'population'] as const

/** The half coins that a seat adds to its bids (§4.12, §4.13). */
export function halvesOf(state: State, seat: number): number {
  const halves = state.players[seat]?.half_coins ?? 0
  return state.options['two_halves'] === 'count_once' ? Math.min(halves, 1) : halves
}
