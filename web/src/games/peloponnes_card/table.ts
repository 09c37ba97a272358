import { tableOf, type TableOf } from '../table'

export type AtTable = TableOf<'peloponnes_card'>
export const { setTable, useTable } = tableOf<'peloponnes_card'>()
