import type { Moment } from '../lib/api'
import type { Tune } from '../lib/sound'

/** What a moment that has come means to whoever looks at the table. */
export interface Arrival {
  /** He decides now. */
  mine: boolean
  /** What was seen before is not the past any more: something was taken back. */
  back: boolean
  /** For ears: what happened and what is asked; nothing where only the eyes are others. */
  heard: string | null
  /** None for the first moment that is seen, at which nothing happens. */
  tune: Tune | null
}

/** What is new in a moment after the one that was seen before; null where nothing is. */
export function arrivalOf(now: Moment, before: Moment | null): Arrival | null {
  const mine = now.seat !== null && now.to_move === now.seat
  if (!before) return { mine, back: false, heard: now.prompt.text, tune: null }
  if (before.number === now.number) {
    return before.seat === now.seat ? null : { mine, back: false, heard: null, tune: null }
  }
  return {
    mine,
    back: now.moves <= before.moves,
    heard: [...now.lines.map((line) => line.text), now.prompt.text].join(' '),
    tune: now.over ? 'over' : mine ? 'turn' : 'move',
  }
}
