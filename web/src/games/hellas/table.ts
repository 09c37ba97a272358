import { tableOf, type TableOf } from '../table'

export type AtTable = TableOf<'hellas'>
export const { setTable, useTable } = tableOf<'hellas'>()
