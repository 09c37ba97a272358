import type { Line } from '../lib/api'

/** Something that happened, as it is shown over the board: lines that belong together. */
export interface Scene {
  lines: Line[]
  /** Whose doing; none for the table's. */
  seat: number | null
  /** It hits whoever looks: it has a card of its own. */
  mine: boolean
  /** It is about whoever looks, or hits him: nothing hurries it, and only he himself passes over it. */
  own: boolean
  /** What it belongs to, where it stands out. */
  title: string | null
}

/** So many lines can be read at once. */
const MOST = 4

/** What was done to somebody rather than by him: a loss, or what he had no choice in. */
const hits = (line: Line, me: number | null): boolean =>
  line.kind === 'resign' || (me !== null && line.seat === me && (line.forced || line.weight === 'decisive'))

/** Everything is told but the routine of others. */
function isTold(line: Line, me: number | null): boolean {
  if (line.kind === 'undo') return line.seat !== me
  return line.weight !== 'routine' || (me !== null && line.seat === me)
}

/** Whether a line is the choice itself that somebody has just made, which nobody needs to tell him. */
const isOwnChoice = (line: Line, first: boolean, me: number | null): boolean =>
  first && me !== null && line.seat === me && !line.forced && line.weight !== 'decisive'

/** Lines of the log as scenes for whoever looks as a seat; `sectionOf` names the part of the rules that a clause is in. */
export function scenesOf(lines: readonly Line[], me: number | null, sectionOf: (clause: string) => string | null): Scene[] {
  const scenes: Scene[] = []
  let before: Line | null = null
  let open: { number: number; stands: boolean } | null = null
  for (const line of lines) {
    const first = before?.number !== line.number
    before = line
    if (!isTold(line, me) || isOwnChoice(line, first, me)) continue
    const mine = hits(line, me)
    const stands = mine || line.weight === 'decisive'
    const title = stands && line.clause ? sectionOf(line.clause) : null
    const last = scenes.at(-1)
    const together = last && open?.number === line.number && open.stands === stands && last.lines.length < MOST
    if (together && last.seat === line.seat && last.mine === mine && last.title === title) last.lines.push(line)
    else scenes.push({ lines: [line], seat: line.seat, mine, own: mine || (me !== null && line.seat === me), title })
    open = { number: line.number, stands }
  }
  return scenes
}

/** So long, in milliseconds, what hits somebody stays at least. */
const HIT = 4000

/** How long a scene stays at the normal pace, in milliseconds: as long as it takes to read it. */
export function readingTime({ lines, mine, own }: Scene): number {
  const letters = lines.reduce((sum, line) => sum + line.text.length, 0)
  if (own) return Math.max(1200 + 45 * letters, mine ? HIT : 0)
  return Math.min(800 + 32 * letters, 4200)
}
