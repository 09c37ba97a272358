import type { Component } from 'svelte'
import type { Box, Line, Moment, Table } from '../lib/api'
import { say, type GameWords } from '../lib/say'

/** What the shell hands to every part of a game's page. */
export interface BoardProps {
  moment: Moment
  table: Table
  /** The printed facts of the box, in the current language. */
  box: Box
  /** The game's own words, in the current language. */
  words: GameWords
  /** Whose eyes. */
  seat: number | null
  /** Legal targets now. */
  targets: ReadonlySet<string>
  /** The target that is chosen but not yet confirmed. */
  chosen: string | null
  /** The targets of the best choices, with what stands on them: "1", or "2·3" where two are about the same thing. */
  ranks: ReadonlyMap<string, string>
  /** Things that are pointed out: by a choice under the mouse, or by a line of the score sheet. */
  lit: ReadonlySet<string>
  /** The amount on the stepper, to preview (coins on a tile). */
  amount: number | null
  /** A click or Enter on anything with a target, legal or not. */
  onTarget: (target: string) => void
  /** Something of the board's own is begun with a legal target, such as a form: a hint that lies open compares it. */
  onPoint: (target: string) => void
  /** Sets the amount on the stepper, where the chosen thing can have it: what was put together on the board. */
  onAmount: (amount: number) => void
  /** Makes choices by their words, one after the other; those that are not asked for are passed over. */
  onPlay: (choices: string[]) => void
  /** Opens the rules at a clause. */
  onClause: (clause: string) => void
  /** Whether what was chosen last can be taken back without asking anybody, and doing so. */
  canUndo: boolean
  onUndo: () => void
  /** Shows how the game has gone so far, where its page can tell. */
  onCourse: () => void
}

/** One line of the legend of signs. */
export interface Sign {
  icon: string
  name: string
  about: string
  clause?: string
}

/** Something that the log can be filtered by. */
export interface Filter {
  thing: string
  name: string
  /** One or two letters that stand for it. */
  mark: string
  /** The name of its colour. */
  tone: string
}

/** What a game brings to the browser. */
export interface GamePage {
  name: string
  /** The lobby's picture of the game. */
  Picture: Component<{}>
  /** The pictures of how to play, by their names in the game's show/how. */
  How: Component<{ picture: string }>
  /** The strip above the board; on a phone, chips that open. */
  Opponents: Component<BoardProps>
  /** The middle. */
  Board: Component<BoardProps>
  /** The board to be looked at beside the score sheet, whose lines point at things on it; for games with a map. */
  Scene?: Component<BoardProps>
  /** Own things below the prompt; for a spectator nothing, or the first seat's. */
  Own: Component<BoardProps>
  /** What one has, in a line that a phone always shows. */
  Stock: Component<BoardProps>
  /** The board in words, for screen readers. */
  describe(p: BoardProps): string[]
  legend(words: GameWords): Sign[]
  /** The title of the part of the game that a line of the log begins, if it begins one; a round or phase unless told. */
  part?(words: GameWords, line: Line): string | null
  /** What else the log can be filtered by besides the players: the name of a thing, and how it is shown. */
  filters?(p: Pick<BoardProps, 'box' | 'moment'>): Filter[]
  /** The title of the part that a moment belongs to; empty before the first. */
  round?(words: GameWords, box: Box, moment: Moment): string
  /** Whether the board has a field of its own for the amount that is asked for now. */
  asks?(moment: Moment): boolean
  /** The kinds of choices whose amount begins with the most that is possible, and not with the least. */
  generous?: readonly string[]
  /** The news that are trades. A game that names them lies open to all: how it goes is shown while it is played, in
   * curves, and every trade with its round. */
  trades?: ReadonlySet<string>
  /** Keys of its own: what is pressed, and what it does. */
  keys?(words: GameWords): [string, string][]
}

/** What a screen reader is told of a target that a hint speaks of. */
export const rankWords = (p: BoardProps, target: string | null): string[] => {
  const rank = target === null ? undefined : p.ranks.get(target)
  return rank ? [`${say(p.words, 'hinted')} (${rank})`] : []
}
