/** What is done with a person, wherever one is met. */

import { api } from '../lib/api'
import { tell } from '../lib/notices.svelte'
import { w } from '../lib/words/index.svelte'
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
  run: async ({ why, name }) => {
    const { numbered } = await api.admin.onPerson(one.id, { do: 'rename', why, name })
    if (numbered.length) tell(w().admin.numbered(numbered.length))
  },
})

export const deleting = (one: Somebody): Asked => ({
  deed: 'delete_person',
  whom: whom(one),
  danger: true,
  run: ({ why }) => api.admin.onPerson(one.id, { do: 'delete', why }),
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
