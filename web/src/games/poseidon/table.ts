import { tableOf, type TableOf } from '../table'
import { boxOf, extrasOf, stateOf, type Box, type Extras, type State } from './view'

export type AtTable = TableOf<Box, State, Extras>
export const { setTable, useTable } = tableOf({ box: boxOf, state: stateOf, extras: extrasOf })
