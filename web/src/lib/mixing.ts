import { api, type Table } from './api'
import { digits, keep } from './proof'

/** Adds digits of this browser to the seed of a table whose seal it has just been shown. */
export async function mix(table: Table): Promise<Table> {
  const own = digits()
  const mixed = await api.addNonce(table.id, own)
  keep(table, own)
  return mixed
}
