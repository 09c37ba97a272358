import type { ChoiceGroup, ChoiceOption, Hint, Prospect } from '../lib/api'

/** A line of a hint. */
export interface Row {
  choice: string
  text: string
  /** "1", "2", "3" for the best ones; empty for what somebody pointed at besides. */
  rank: string
  /** What may come of it; nothing while that is being thought about. */
  prospect: Prospect | null
}

/** The best choices, the best first, and below them what is asked about, where it is none of those. */
export function rowsOf(hint: Hint, about: ChoiceOption | null): Row[] {
  const row = (prospect: Prospect, rank: string): Row => ({ choice: prospect.choice, text: prospect.text, rank, prospect })
  const best = hint.prospects.map((prospect, place) => row(prospect, String(place + 1)))
  const isNew = (choice: string | undefined) => choice !== undefined && best.every((one) => one.choice !== choice)
  if (about && isNew(about.words) && hint.pointed?.choice !== about.words)
    return [...best, { choice: about.words, text: about.text, rank: '', prospect: null }]
  return hint.pointed && isNew(hint.pointed.choice) ? [...best, row(hint.pointed, '')] : best
}

/** What stands on the targets of the best choices. */
export function ranksOf(hint: Hint | null): Map<string, string> {
  const found = new Map<string, string>()
  for (const [place, { targets }] of (hint?.prospects ?? []).entries())
    for (const target of targets) found.set(target, [found.get(target), place + 1].filter(Boolean).join('·'))
  return found
}

/** Which of the best choices are in a group. */
export function rankIn(hint: Hint | null, group: ChoiceGroup): string {
  const places = (hint?.prospects ?? []).map(({ choice }, place) =>
    group.options.some((option) => option.words === choice) ? String(place + 1) : '',
  )
  return places.filter(Boolean).join('·')
}

/** "62% ± 2", as the language writes it. */
export function chanceText({ chance, chance_error }: Prospect, lang: string): string {
  if (chance === null) return ''
  const share = chance.toLocaleString(lang, { style: 'percent', maximumFractionDigits: 0 })
  // What came out alike in all futures is not known to the last per cent either, but it has no error to tell.
  return chance_error ? `${share} ± ${Math.max(1, Math.round(100 * chance_error))}` : share
}

/** "21.5": no more digits than are known. */
export function pointsText({ points, points_error }: Prospect, lang: string): string {
  if (points === null) return ''
  const digits = (points_error ?? 0) < 1 ? 1 : 0
  return points.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** From where to where a chance may lie, in per cent of its bar. */
export function spanOf({ chance, chance_error }: Prospect): { from: number; at: number; to: number } {
  const [at, error] = [100 * (chance ?? 0), 100 * (chance_error ?? 0)]
  return { from: Math.max(0, at - error), at, to: Math.min(100, at + error) }
}

/** A line in words, for ears. */
export function spoken({ rank, text, prospect }: Row, hint: Hint, lang: string): string {
  const chance = prospect ? chanceText(prospect, lang) : ''
  const points = prospect ? pointsText(prospect, lang) : ''
  return [
    rank ? `${rank}: ${text}` : text,
    ...(chance ? [`${hint.chance_of} ${chance}`] : []),
    ...(points ? [`${points} ${hint.unit}`] : []),
  ].join(', ')
}
