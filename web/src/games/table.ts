import { getContext, setContext } from 'svelte'
import type { GameWords } from '../lib/say'
import type { Told } from '../lib/told'
import type { BoardProps } from './page'

/** How a page reads what it is told. The shell hands it on without knowing of which game it is; here that is known. */
export const toldOf = <Game extends keyof Told>() => ({
  stateOf: (p: Pick<BoardProps, 'moment'>) => p.moment.state as unknown as Told[Game]['state'],
  extrasOf: (p: Pick<BoardProps, 'moment'>) => p.moment.extras as unknown as Told[Game]['extras'],
  boxOf: (p: Pick<BoardProps, 'box'>) => p.box as Told[Game]['box'],
})

/** What every part of a game's page asks for, always as it is now. */
export interface TableOf<Game extends keyof Told> {
  readonly p: BoardProps
  readonly words: GameWords
  readonly box: Told[Game]['box']
  readonly state: Told[Game]['state']
  readonly extras: Told[Game]['extras']
  /** For a number that is watched: whose it is and who looks. Where that changes, and in the past, nothing is gained or
   * lost, though another number is seen. */
  watched(seat: number): unknown
}

/** How the parts of a game's page find their table: the outermost ones set it, those inside use it. */
export function tableOf<Game extends keyof Told>() {
  type At = TableOf<Game>
  const KEY = Symbol()
  const { stateOf, extrasOf, boxOf } = toldOf<Game>()

  function setTable(props: () => BoardProps): At {
    return setContext<At>(KEY, {
      get p() {
        return props()
      },
      get words() {
        return props().words
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
        const { move, moves, seat: eyes } = props().moment
        return `${seat} seen by ${eyes}${move < moves ? ` at ${move}` : ''}`
      },
    })
  }

  return { setTable, useTable: (): At => getContext<At>(KEY) }
}
