import { Trouble } from './api'
import { w } from './words/index.svelte'

export interface Notice {
  id: number
  text: string
  bad: boolean
}

const MOST = 3

let last = 0
export const notices: Notice[] = $state([])

/** Says something for a few seconds; the oldest makes room, and what was said already is not said twice. */
export function tell(text: string, bad = false): void {
  const id = ++last
  const again = notices.findIndex((notice) => notice.text === text)
  if (again >= 0) notices.splice(again, 1)
  else if (notices.length >= MOST) notices.shift()
  notices.push({ id, text, bad })
  setTimeout(() => dismiss(id), bad ? 9000 : 5000)
}

export function dismiss(id: number): void {
  const found = notices.findIndex((notice) => notice.id === id)
  if (found >= 0) notices.splice(found, 1)
}

export function troubleText(error: unknown): string {
  if (!(error instanceof Trouble)) return w().trouble.unknown
  if (error.unreachable) return w().trouble.unreachable
  const { title, detail } = error.problem
  return [title || w().trouble.unknown, detail].filter(Boolean).join(' ')
}

/** Does something that may go wrong, and says so if it does. */
export async function attempt<Result>(deed: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await deed()
  } catch (error) {
    tell(troubleText(error), true)
    return undefined
  }
}
