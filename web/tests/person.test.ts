import { afterEach, expect, it, vi } from 'vitest'
import { api, type Person } from '../src/lib/api'
import { arrive, callMe, me } from '../src/lib/person.svelte'

afterEach(() => vi.restoreAllMocks())

it('a name that was just typed and the button pressed next make one guest', async () => {
  const guest = (id: number, name: string) => ({ id, name }) as Person
  vi.spyOn(api, 'me').mockResolvedValue(null)
  const made = vi.spyOn(api, 'arrive').mockImplementation((name) => Promise.resolve(guest(made.mock.calls.length, name)))
  const [, person] = await Promise.all([callMe('Ben'), arrive()])
  expect(made).toHaveBeenCalledTimes(1)
  expect(person).toEqual(guest(1, 'Ben'))
  expect(me.person).toEqual(person)
})

it('who could not be named may be named next', async () => {
  vi.spyOn(api, 'rename').mockRejectedValueOnce(new Error('no connection')).mockResolvedValueOnce({ id: 1, name: 'Eva' } as Person)
  await expect(callMe('Eva')).rejects.toThrow('no connection')
  await callMe('Eva')
  expect(me.name).toBe('Eva')
})
