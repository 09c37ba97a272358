import type { ChoiceGroup } from '../../lib/api'
import type { poseidon } from '../../lib/told'
import type { BoardProps } from '../page'
import { toldOf } from '../table'

export type Box = poseidon.Box
export type Extras = poseidon.Extras
export type Hex = poseidon.Hex
export type Nation = poseidon.Nation
export type Offer = poseidon.Offer
export type PaidRun = poseidon.PaidRun
export type People = poseidon.People
export type Place = poseidon.Place
export type Player = poseidon.Player
export type Run = poseidon.Run
export type Ship = poseidon.Ship
export type SpecialCard = poseidon.SpecialCard
export type State = poseidon.State

export const { stateOf, extrasOf, boxOf } = toldOf<'poseidon'>()

/** The colour that somebody plays. */
export const colourName = (p: BoardProps, seat: number): string => boxOf(p).colours[seat] ?? ''

/** The seats, from the start player. */
export function seatsInTurn(state: State): number[] {
  return Array.from({ length: state.seats }, (_, turn) => (Math.max(0, state.starter) + turn) % state.seats)
}

/** A nation, a place or a ship by the name that the state has for it. */
export const nationOf = (box: Box, id: string | null): People | undefined => box.nations.find((one) => one.id === id)
export const placeOf = (box: Box, id: string | null): Place | undefined => box.places.find((one) => one.id === id)
export const shipOf = (box: Box, id: string | null): Ship | undefined => box.ships.find((one) => one.id === id)

export const isFounded = (state: State, nation: number): boolean => (state.nations[nation - 1]?.king ?? -1) >= 0

/** The nation that acts, or that is asked about. */
export function actingNation(box: Box, state: State): People | undefined {
  return nationOf(box, state.step === 'issue' ? state.issuer : state.step === 'mark' ? state.league_nation : state.nation)
}

/** The ships of a fleet, one by one. */
export const shipsOf = (box: Box, fleet: number[]): Ship[] =>
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
