import { getContext, setContext } from 'svelte'
import type { Words } from '../../lib/say'
import type { BoardProps } from '../page'
import { boxOf, extrasOf, stateOf, type Box, type Extras, type State } from './view'

const KEY = Symbol('hellas')

/** What every part of the page asks for, always as it is now. */
export interface AtTable {
  readonly p: BoardProps
  readonly words: Words
  readonly box: Box
  readonly state: State
  readonly extras: Extras
  /** For a number that is watched: whose it is, and none of the past, where nothing is gained or lost. */
  watched(seat: number): unknown
}

export function setTable(props: () => BoardProps): AtTable {
  return setContext<AtTable>(KEY, {
    get p() {
      return props()
    },
    get words() {
      return props().words as Words
    },
    get box() {
      return boxOf(props())
    },
    get state() {
      return stateOf(props())
    },
    get extras() {
      return extrasOf(props())
    },
    watched(seat) {
      const { move, moves } = props().moment
      return move < moves ? `${seat} at ${move}` : seat
    },
  })
}

export const useTable = (): AtTable => getContext<AtTable>(KEY)
