import { tableOf, type TableOf } from '../table'

export type AtTable = TableOf<'peloponnes'>
export const { setTable, useTable } = tableOf<'peloponnes'>()
