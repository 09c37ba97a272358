import type { Line } from '../lib/api'

export interface Round {
  /** 0: before the first round. */
  number: number
  lines: Line[]
}

const begins = (line: Line) =>
  line.kind === 'round' && typeof line.facts['round'] === 'number' ? line.facts['round'] : null

export function byRound(log: Line[]): Round[] {
  const rounds: Round[] = []
  for (const line of log) {
    const number = begins(line)
    if (number !== null || !rounds.length) rounds.push({ number: number ?? 0, lines: [] })
    rounds.at(-1)!.lines.push(line)
  }
  return rounds
}

/** The round in which a choice was made. */
export function roundAt(log: Line[], move: number): number {
  let round = 0
  for (const line of log) {
    if (line.move > move) break
    round = begins(line) ?? round
  }
  return round
}
