/** A table, its moments and its choices, as short as a test wants them. */
import type { ChoiceGroup, ChoiceOption, Hint, Line, Moment, Problem, Prospect, Table } from '../src/lib/api'

export function line(text: string, more: Partial<Line> = {}): Line {
  return { text, kind: 'bid', number: 1, move: 1, seat: null, clause: null, forced: false, facts: {}, weight: 'plain', brief: null, things: [], ...more }
}

export function moment(number: number, more: Partial<Moment> = {}): Moment {
  return {
    number,
    move: number,
    moves: number,
    seat: 0,
    to_move: 1,
    over: false,
    since: 0,
    prompt: { text: '', seat: 1, step: 'auction' },
    state: {},
    extras: {},
    scores: [],
    ranks: [],
    choices: [],
    lines: [line(`choice ${number}`)],
    undo: { possible: false, at_once: false },
    ...more,
  } as Moment
}

/** A moment in which seat 0 decides among these. */
export const decision = (number: number, ...choices: ChoiceGroup[]): Moment => moment(number, { to_move: 0, choices })

export const option = (words: string, amount: number | null = null): ChoiceOption => ({ words, amount }) as ChoiceOption

export function group(name: string, more: Partial<ChoiceGroup> = {}): ChoiceGroup {
  return { name, target: null, final: false, note: null, options: [option(name)], ...more } as ChoiceGroup
}

/** Coins on a thing of the board, or whatever has an amount. */
export const amounts = (name: string, of: number[], more: Partial<ChoiceGroup> = {}): ChoiceGroup =>
  group(name, { options: of.map((amount) => option(`${name} ${amount}`, amount)), ...more })

export const prospect = (choice: string, more: Partial<Prospect> = {}): Prospect => ({
  choice,
  text: `To ${choice}`,
  targets: [],
  chance: 0.62,
  chance_error: 0.02,
  points: 21.46,
  points_error: 0.2,
  beside: null,
  reasons: [],
  ...more,
})

/** A hint whose best choices are these. */
export function hint(...best: (string | Prospect)[]): Hint {
  const prospects = best.map((one) => (typeof one === 'string' ? prospect(one) : one))
  return { choice: prospects[0]!.choice, prospects, pointed: null, chance_of: 'chance to win', unit: 'points' } as Hint
}

export const table = (more: Partial<Table> = {}): Table => ({ id: 'abc', seats: [], undo: null, ...more }) as Table

export const problem = (type: string, title = ''): Problem => ({ type, title, detail: '', cause: '', clause: null, status: 409 })

/** What is shown now; whoever looks at it sees every change. */
export class Shown {
  moment = $state.raw<Moment | null>(null)
}
