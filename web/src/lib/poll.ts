import { untrack } from 'svelte'

/** Asks again and again while somebody looks; the first time at once. Returns how to stop. */
export function poll(deed: () => Promise<unknown>, seconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const round = async () => {
    clearTimeout(timer)
    if (!document.hidden) await deed().catch(() => {})
    if (!stopped) timer = setTimeout(round, seconds * 1000)
  }
  const seen = () => {
    if (!document.hidden) void round()
  }
  document.addEventListener('visibilitychange', seen)
  // What it reads is its own business: an effect that polls must not run again because of an answer.
  untrack(() => void round())
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}
