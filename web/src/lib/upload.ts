import { api, type Table } from './api'
import { tell, troubleText } from './notices.svelte'
import { arrive } from './person.svelte'
import { go } from './router.svelte'
import { w } from './words/index.svelte'

/** Bytes; what the server takes at most (`LONGEST_SAVE`). */
const LARGEST = 2 * 1024 * 1024

export async function openSave(file: File): Promise<void> {
  if (file.size > LARGEST) {
    tell(w().lobby.uploadLarge, true)
    return
  }
  let save: unknown
  try {
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
