import type { Sheet } from '../lib/api'

type Curve = Sheet['curves'][number]
type Bend = NonNullable<Curve['bends']>[number]
/** A place on a plot: a time, counted in rounds from the first one's beginning, and a value. */
export interface Spot {
  at: number
  value: number
}

/** A line goes through its values, which are those at the beginnings of rounds and at the end, and bends where it bent
 * most. */
export function corners(curve: Curve, line: number): Spot[] {
  const points = curve.values[line]!.flatMap((value, at) => (value === null ? [] : [{ at, value }]))
  for (const bend of curve.bends ?? [])
    if (bend.line === line) points.push({ at: bend.began, value: bend.before }, { at: bend.ended, value: bend.after })
  return points.toSorted((a, b) => a.at - b.at)
}

/** Where a bend is marked: in the middle of it, so on its line, and within the round that it happened in. */
export const middle = (bend: Bend): Spot => ({
  at: (bend.began + bend.ended) / 2,
  value: (bend.before + bend.after) / 2,
})

/** Which of the times a bend happened in; the last one is the end. A choice may lead on into the next round: then it is
 * said which of them. */
export const roundOfBend = (bend: Bend, times: readonly string[]): string =>
  bend.when ?? times[Math.min(Math.floor(bend.began), times.length - 2)] ?? ''
