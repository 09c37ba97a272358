import { getContext, setContext } from 'svelte'
import type { BoardProps } from '../page'
import type { Words } from './say'
import { boxOf, extrasOf, stateOf, type Box, type Extras, type State } from './view'

const KEY = Symbol('peloponnes')

/** What every part of the board asks for, always as it is now. */
export interface AtTable {
  readonly p: BoardProps
  readonly words: Words
  readonly box: Box
  readonly state: State
  readonly extras: Extras
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
  })
}

export const useTable = (): AtTable => getContext<AtTable>(KEY)
