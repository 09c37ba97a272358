import type { BoardProps } from '../page'
import { civilizationName, isOutOf } from '../shared/civilizations'
import { decksOf, type Deck } from '../shared/decks'

export { order, settled, some } from '../shared/civilizations'

/** The state of the table as it comes over the wire (petteia/games/peloponnes/state.py). */
export interface Player {
  civilization: string | null
  slot: number
  taken: string | null
  half_coins: number
  tile_count: number
  tiles: (string | null)[]
  coins: number
  bid: number
  wood: number
  stone: number
  food: number
  luxury: number
  population: number
  marked: number
  extra: number[]
}

export interface State {
  options: { solo_level: number } & Record<string, unknown>
  step: string
  seats: number
  seat: number
  round_number: number
  disaster: string
  order: number[]
  auction_row: number
  shown: number
  row: (string | null)[]
  bidder: number[]
  drawn: number
  deck: (string | null)[]
  turned: number
  chits: (string | null)[]
  struck: number[]
  players: Player[]
}

export type Goods = Record<string, number>

export interface TileFacts {
  id: string
  deck: string
  kind: 'land' | 'building'
  name: string
  terrain: string[]
  min_bid: number
  prestige: number
  cost: Goods
  gain: Goods
  population: number
  production: Goods
  protects: string
  power: string
  supply: boolean
}

export interface CivilizationFacts {
  name: string
  title: string
  number: number
  place: number
  start: Goods
  production: Goods
}

export interface Box {
  tiles: Record<string, TileFacts>
  civilizations: Record<string, CivilizationFacts>
  disasters: { id: string; name: string; chits: number }[]
  game: { tiles_shown: number; chits_for_disaster: number; conquest_surcharge: number } & Record<string, unknown>
  stores: { wood: number; stone: number; food: number } & Record<string, unknown>
  rounds: Record<string, number | string>
  population_income: { inhabitants: number; coins: number; luxury: number }[]
  levels: { level: number; target: number }[]
}

export interface Extras {
  points: { prestige: number; population: number }[]
  production: (Goods | null)[]
  /** What the inhabitants bring each round. */
  income: ({ coins: number; luxury: number } | null)[]
  /** The goods that whoever decides chooses among; empty where the decision is not about goods. */
  goods: string[]
  fitting: string[][]
}

export const stateOf = (p: BoardProps) => p.moment.state as unknown as State
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
