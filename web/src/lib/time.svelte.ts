import { lang } from './words/index.svelte'

let now = $state(Date.now() / 1000)
setInterval(() => (now = Date.now() / 1000), 10_000)

const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'],
  [3600, 'minute'],
  [86_400, 'hour'],
  [Infinity, 'day'],
]

/** "3 minutes ago", and it grows older while one looks. */
export function ago(at: number): string {
  const seconds = Math.max(0, now - at)
  const format = new Intl.RelativeTimeFormat(lang(), { numeric: 'auto' })
  let size = 1
  for (const [limit, unit] of STEPS) {
    if (seconds < limit) return format.format(-Math.floor(unit === 'second' ? 0 : seconds / size), unit)
    size = limit
  }
  return ''
}

/** Less than a minute ago. */
export const recent = (at: number): boolean => now - at < 60

export const clock = (at: number): string =>
  new Intl.DateTimeFormat(lang(), { hour: '2-digit', minute: '2-digit' }).format(at * 1000)

export const day = (at: number): string =>
  new Intl.DateTimeFormat(lang(), { dateStyle: 'medium', timeStyle: 'short' }).format(at * 1000)
