import type { GamePage } from '../games/page'
import type { Line } from '../lib/api'
import { w } from '../lib/words/index.svelte'

/** A part of a game as its log tells it: a round, or whatever the game goes through instead. */
export interface Round {
  /** Empty before the first one. */
  title: string
  lines: Line[]
}

/** The title of the part that a line begins, if it begins one. */
function begins(line: Line, page: GamePage, words: unknown): string | null {
  if (page.part) return page.part(words, line)
  const number = line.facts[line.kind]
  if (typeof number !== 'number') return null
  if (line.kind === 'round') return w().log.round(number)
  return line.kind === 'phase' ? w().log.phase(number) : null
}

export function byRound(log: Line[], page: GamePage, words: unknown): Round[] {
  const rounds: Round[] = []
  for (const line of log) {
    const title = begins(line, page, words)
    if (title !== null || !rounds.length) rounds.push({ title: title ?? '', lines: [] })
    rounds.at(-1)!.lines.push(line)
  }
  return rounds
}

/** The part of the game in which a choice was made. */
export function roundAt(log: Line[], move: number, page: GamePage, words: unknown): string {
  let round = ''
  for (const line of log) {
    if (line.move > move) break
    round = begins(line, page, words) ?? round
  }
  return round
}
