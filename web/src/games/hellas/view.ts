import type { hellas } from '../../lib/told'
import type { BoardProps } from '../page'
import { toldOf } from '../table'

export type ActionSpace = hellas.ActionSpace
export type Box = hellas.Box
export type Extras = hellas.Extras
export type Group = hellas.Group
export type Player = hellas.Player
export type Space = hellas.Space
export type State = hellas.State

export const { stateOf, extrasOf, boxOf } = toldOf<'hellas'>()

export const PIECES = ['house', 'plaza', 'palace'] as const
export type Piece = (typeof PIECES)[number]
/** Several of a piece: what lies on the board, and what is left. */
export const LEFT = { house: 'houses', plaza: 'plazas', palace: 'palaces' } as const

/** What stands on a space. */
export interface Standing {
  seat: number
  piece: Piece
  /** Of its kind, counted in the order of the spaces: what makes it the same piece in the next moment. */
  key: string
}

/** What is asked for by every space of the map is found once for each moment. */
function once<Of extends object, Found>(find: (of: Of) => Found): (of: Of) => Found {
  const known = new WeakMap<Of, Found>()
  return (of) => {
    const found = known.get(of) ?? find(of)
    known.set(of, found)
    return found
  }
}

/** The buildings on the board, by space. */
export const buildings = once((state: State): Map<number, Standing> => {
  const found = new Map<number, Standing>()
  state.players.slice(0, state.seats).forEach((player, seat) => {
    for (const piece of PIECES)
      for (const place of player[LEFT[piece]]) found.set(place, { seat, piece, key: `${piece}:${seat}:${place}` })
  })
  return found
})

/** The groups of all players, by space. */
export const groupsBySpace = once((extras: Extras): Map<number, { seat: number; group: Group }> => {
  const found = new Map<number, { seat: number; group: Group }>()
  extras.groups.forEach((groups, seat) => {
    for (const group of groups) for (const space of group.spaces) found.set(space, { seat, group })
  })
  return found
})

/** How the board names a space when it is clicked. */
export function targetOf(space: Space): string {
  return space.kind === 'temple' || space.kind === 'quarry' ? `${space.kind}:${space.number}` : `space:${space.place}`
}

const BUILDING = ['house', 'house_plaza', 'palace', 'statue']

/** What a click on a space is about: where something is built, also on a quarry or temple, the space as such. */
export function askedOf(state: State, space: Space): string {
  return BUILDING.includes(state.step) ? `space:${space.place}` : targetOf(space)
}

/** The marble that a quarry tile shows. */
export const yieldOf = (box: Box, tile: string | null): number => box.tiles[tile ?? '']?.[box.yields] ?? 0

export type QuarryState = 'active' | 'closed' | 'worker' | 'empty'

export function quarryState(state: State, extras: Extras, number: number): QuarryState {
  if (state.active.includes(number)) return 'active'
  if (extras.closed.includes(number)) return 'closed'
  return state.worker === number - 1 ? 'worker' : 'empty'
}

/** The colour that somebody plays. */
export const colourName = (p: BoardProps, seat: number): string => boxOf(p).colours[seat] ?? ''

/** The seats, from the one that begins this phase. */
export function order(state: State): number[] {
  return Array.from({ length: state.seats }, (_, turn) => (Math.max(0, state.starter) + turn) % state.seats)
}

/** Whether everybody sees all marble. */
export const isOpen = (extras: Extras): boolean => extras.points.every((own) => own.total !== null)
