import type { ChoiceGroup } from '../../lib/api'
import type { BoardProps } from '../page'

/** The state of the table as it comes over the wire (petteia/games/poseidon/state.py). Places, nations, cards and ships
 * in lists are counted from 1; a seat, a space of the track or a round from 0, and less than 0 is none. */
export interface Player {
  cash: number
  sold: number[]
  cards: number[]
  merchants: number[]
}

export interface Nation {
  posts: number[]
  coffers: number
  king: number
  prestige: number
  above: number
  pool: number
  potentials: number
  /** Hexes by their names (F12), as all single places of the state. */
  explorer: string | null
  new_home: string | null
  culture: string | null
  fleet: number[]
}

export interface State {
  step: string
  seats: number
  seat: number
  starter: number
  round_number: number
  phase: number
  offered: number[]
  card: number
  nation: string | null
  issuer: string | null
  count: number
  did: number
  place: string | null
  doubled: number
  poseidon_used: number
  league_nation: string | null
  league_place: string | null
  seller: string | null
  wanted: string | null
  price: number
  left: number
  gain: number
  touched: number[]
  visited: number[]
  bankrupt: number[]
  options: Record<string, string | number>
  nations: Nation[]
  players: Player[]
}

export interface Cell {
  row: number
  column: number
}

export interface Place {
  place: number
  id: string
  name: string
  kind: 'sea' | 'port' | 'home' | 'temple' | 'culture' | 'new_world'
  hexes: Cell[]
  values: number[]
  circles: number
  donation: number
  near: number[]
  closed: boolean
}

export interface NationFacts {
  number: number
  id: string
  name: string
  people: string
  mark: string
  tone: string
  home: number
  potentials: number
  playing: boolean
}

export interface CardFacts {
  number: number
  id: string
  name: string
  price: number
  income: number[]
  place: number | null
}

export interface ShipFacts {
  number: number
  id: string
  name: string
  range: number
  price: number
  count: number
}

export interface PhaseFacts {
  number: number
  discovery: number
  posts: number
  far_posts: number
  home: number
  purse: number
  issue: number
  opened_by: string
  scraps: string
}

export interface Box {
  map: { id: string; name: string }
  rows: number
  columns: number
  places: Place[]
  barriers: [Cell, Cell][]
  nations: NationFacts[]
  cards: CardFacts[]
  ships: ShipFacts[]
  phases: PhaseFacts[]
  track: number[]
  rounds: { kind: 'market' | 'exploration'; number: number; ship_leaves: boolean }[]
  limit: number
  game: { least_merchants: number; crown_merchants: number; largest_fleet: number }
  colours: string[]
}

export interface Stop {
  place: number
  value: number
}

export interface Run {
  donation: number
  worth: number
  start: number
  stops: Stop[]
  path: number[]
  steps: number
}

export interface Offer {
  nation: number
  ship: number
  king: number
  least: number
  most: number
  refused: number | null
  named: boolean
}

export interface Extras {
  players: { cash: number; merchants: number; worth: number; held: number }[]
  nations: { price: number | null; ships: number; reach: number; endless: boolean; posts: number; acted: boolean }[]
  /** The nations in the order in which they act. */
  order: number[]
  ships: { left: number; next: boolean; opens: number | null; scraps: number | null }[]
  /** By place, how many nations may have a post there now. */
  open: number[]
  number: number | null
  founding: { space: number; price: number; ways: { merchants: number; least: number; most: number }[] }[] | null
  runs: {
    best: (Run & { paid: number[] })[]
    doubled: Run | null
    home: number
    /** None where it has no end. */
    reach: number | null
  } | null
  run: { path: number[]; stops: Stop[]; left: number | null; worth: number; paid: number[] } | null
  explored: number[]
  sailed: { nation: number; worth: number; path: number[]; stops: Stop[] } | null
  offers: Offer[]
  trades: { ship: number; price: number }[]
  needed: { ship: number; price: number; lacking: number; cash: number; still: number; potentials: number } | null
}

export const stateOf = (p: BoardProps) => p.moment.state as unknown as State
export const extrasOf = (p: BoardProps) => p.moment.extras as unknown as Extras
export const boxOf = (p: BoardProps) => p.box as Box

/** What a seat goes by: its colour. */
export const seatName = (p: BoardProps, seat: number): string => boxOf(p).colours[seat] ?? `${seat + 1}`

/** The seats, from the start player. */
export function seatsInTurn(state: State): number[] {
  return Array.from({ length: state.seats }, (_, turn) => (Math.max(0, state.starter) + turn) % state.seats)
}

/** A nation, a place or a ship by the name that the state has for it. */
export const nationOf = (box: Box, id: string | null): NationFacts | undefined => box.nations.find((one) => one.id === id)
export const placeOf = (box: Box, id: string | null): Place | undefined => box.places.find((one) => one.id === id)
export const shipOf = (box: Box, id: string | null): ShipFacts | undefined => box.ships.find((one) => one.id === id)

export const isFounded = (state: State, nation: number): boolean => (state.nations[nation - 1]?.king ?? -1) >= 0

/** The nation that acts, or that is asked about. */
export function actingNation(box: Box, state: State): NationFacts | undefined {
  return nationOf(box, state.step === 'issue' ? state.issuer : state.step === 'mark' ? state.league_nation : state.nation)
}

/** The ships of a fleet, one by one. */
export const shipsOf = (box: Box, fleet: number[]): ShipFacts[] =>
  box.ships.flatMap((ship) => Array.from({ length: fleet[ship.number - 1] ?? 0 }, () => ship))

/** What a card is drawn as. */
export const CARD_SIGNS: Record<string, string> = {
  league: 'league',
  troja: 'troja',
  knossos: 'culture',
  mykene: 'culture',
  poseidon: 'trident',
  archon: 'archon',
}
export const CARD_CLAUSES: Record<string, string> = {
  league: '§3.6',
  troja: '§3.7',
  knossos: '§3.7',
  mykene: '§3.7',
  poseidon: '§3.8',
  archon: '§3.9',
}

/** The steps in which ships change hands. */
export const YARD = ['ships', 'hundreds', 'drachmas', 'answer']
/** The steps of a merchant round, in which the market is what matters. */
export const TRADING = ['turn', 'prestige', 'merchants', 'take', 'crown']

/** The choices of a kind. */
export const groupsOf = (p: BoardProps, ...names: string[]): ChoiceGroup[] =>
  p.targets.size || p.moment.choices.length ? p.moment.choices.filter((group) => names.includes(group.name)) : []

/** How a click on a place is called. */
export const spotTarget = (place: Place): string => `place:${place.place}`
