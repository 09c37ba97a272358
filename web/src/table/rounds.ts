import type { GamePage } from '../games/page'
import type { Box, Line, Moment } from '../lib/api'
import type { GameWords } from '../lib/say'
import { w } from '../lib/words/index.svelte'

/** A part of a game as its log tells it: a round, or whatever the game goes through instead. */
export interface Round {
  /** Empty before the first one. */
  title: string
  lines: Line[]
}

/** The title of the part that a line begins, if it begins one. */
function begins(line: Line, page: GamePage, words: GameWords): string | null {
  if (line.kind === 'goes_on') return w().log.goesOn
  if (page.part) return page.part(words, line)
  const number = line.facts[line.kind]
  if (typeof number !== 'number') return null
  if (line.kind === 'round') return w().log.round(number)
  return line.kind === 'phase' ? w().log.phase(number) : null
}

export function byRound(log: Line[], page: GamePage, words: GameWords): Round[] {
  const rounds: Round[] = []
  for (const line of log) {
    const title = begins(line, page, words)
    if (title !== null || !rounds.length) rounds.push({ title: title ?? '', lines: [] })
    rounds.at(-1)!.lines.push(line)
  }
  return rounds
}

/** The part of the game that a moment belongs to; empty before the first one. */
export function roundOf(moment: Moment, page: GamePage, words: GameWords, box: Box): string {
  if (page.round) return page.round(words, box, moment)
  const state = moment.state as { round_number?: number; phase?: number }
  if (state.round_number !== undefined) return state.round_number > 0 ? w().log.round(state.round_number) : ''
  return state.phase ? w().log.phase(state.phase) : ''
}
