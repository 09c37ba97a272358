import { getContext, setContext } from 'svelte'
import type { GameWords } from '../lib/say'
import type { BoardProps } from './page'

/** What every part of a game's page asks for, always as it is now. */
export interface TableOf<Box, State, Extras> {
  readonly p: BoardProps
  readonly words: GameWords
  readonly box: Box
  readonly state: State
  readonly extras: Extras
  /** For a number that is watched: whose it is, and none of the past, where nothing is gained or lost. */
  watched(seat: number): unknown
}

interface Reading<Box, State, Extras> {
  box: (props: BoardProps) => Box
  state: (props: BoardProps) => State
  extras: (props: BoardProps) => Extras
}

/** How the parts of a game's page find their table: the outermost ones set it, those inside use it. */
export function tableOf<Box, State, Extras>(read: Reading<Box, State, Extras>) {
  type At = TableOf<Box, State, Extras>
  const KEY = Symbol()

  function setTable(props: () => BoardProps): At {
    return setContext<At>(KEY, {
      get p() {
        return props()
      },
      get words() {
        return props().words
      },
      get box() {
        return read.box(props())
      },
      get state() {
        return read.state(props())
      },
      get extras() {
        return read.extras(props())
      },
      watched(seat) {
        const { move, moves } = props().moment
        return move < moves ? `${seat} at ${move}` : seat
      },
    })
  }

  return { setTable, useTable: (): At => getContext<At>(KEY) }
}
