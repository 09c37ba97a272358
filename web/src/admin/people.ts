/** What is done with a person, wherever one is met. */

import { api } from '../lib/api'
import type { Asked } from './deeds'

export interface Somebody {
  id: number
  name: string
}

const whom = (one: Somebody) => `${one.name} · #${one.id}`

export const renaming = (one: Somebody): Asked => ({
  deed: 'rename',
  whom: whom(one),
  name: '',
  run: ({ why, name }) => api.admin.onPerson(one.id, { do: 'rename', why, name }),
})

export const muting = (one: Somebody): Asked => ({
  deed: 'mute',
  whom: whom(one),
  duration: true,
  told: true,
  run: ({ why, hours }) => api.admin.onPerson(one.id, { do: 'mute', why, hours }),
})

export const banning = (one: Somebody): Asked => ({
  deed: 'ban',
  whom: whom(one),
  duration: true,
  addresses: true,
  told: true,
  run: ({ why, hours, addresses }) => api.admin.onPerson(one.id, { do: 'ban', why, hours, addresses }),
})

export const lifting = (one: Somebody): Asked => ({
  deed: 'lift',
  whom: whom(one),
  run: ({ why }) => api.admin.onPerson(one.id, { do: 'lift', why }),
})
