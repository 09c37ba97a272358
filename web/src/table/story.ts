import type { Line } from '../lib/api'

/** A line of the log as it is shown: takings back in a row are one. */
export interface Told {
  line: Line
  times: number
}

/** Lines to be shown; what was taken back several times in a row is told once. */
export function collapsed(lines: readonly Line[]): Told[] {
  const told: Told[] = []
  for (const line of lines) {
    const last = told.at(-1)
    if (line.kind === 'undo' && last?.line.kind === 'undo' && last.line.seat === line.seat) {
      told[told.length - 1] = { line, times: last.times + 1 }
    } else told.push({ line, times: 1 })
  }
  return told
}

/** What a seat did in a round, in a few words: the same thing done again is counted. */
export interface Summary {
  seat: number
  words: string
}

export function summaries(lines: readonly Line[]): Summary[] {
  const bySeat = new Map<number, Map<string, number>>()
  for (const { seat, brief } of lines) {
    if (seat === null || brief === null) continue
    const done = bySeat.get(seat) ?? new Map<string, number>()
    done.set(brief, (done.get(brief) ?? 0) + 1)
    bySeat.set(seat, done)
  }
  return [...bySeat]
    .sort(([one], [other]) => one - other)
    .map(([seat, done]) => ({ seat, words: [...done].map(([brief, times]) => (times > 1 ? `${brief} ×${times}` : brief)).join(' · ') }))
}

/** Whether a line is about a seat ("seat:1") or a thing ("nation:3"); every line is about nothing in particular. */
export function isAbout(line: Line, only: string | null): boolean {
  if (only === null) return true
  const [kind, number] = only.split(':')
  if (kind !== 'seat') return line.things.includes(only)
  const seat = Number(number)
  if (line.seat === null && line.weight === 'decisive') return true // what struck all struck that seat as well
  return line.seat === seat || Object.entries(line.facts).some(([name, value]) => name.startsWith('seat_') && value === seat)
}

/** What a line points at on the table: the things that it is about, else whoever it happened to. */
export function pointsAt(line: Line): string[] {
  if (line.things.length || line.seat === null) return line.things
  return [`seat:${line.seat}`, `mat:${line.seat}`]
}
