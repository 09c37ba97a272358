import { api, type Table } from './api'
import { tell, troubleText } from './notices.svelte'
import { arrive } from './person.svelte'
import { go } from './router.svelte'
import { w } from './words/index.svelte'

const LARGEST = 5_000_000

export async function openSave(file: File): Promise<void> {
  let save: unknown
  try {
    if (file.size > LARGEST) throw new Error('too large')
    save = JSON.parse(await file.text())
  } catch {
    tell(w().lobby.uploadBad, true)
    return
  }
  try {
    await arrive()
    const table: Table = await api.upload(save)
    go(`/t/${table.id}`)
  } catch (error) {
    tell(troubleText(error), true)
  }
}
