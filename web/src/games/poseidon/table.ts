import { tableOf, type TableOf } from '../table'

export type AtTable = TableOf<'poseidon'>
export const { setTable, useTable } = tableOf<'poseidon'>()
