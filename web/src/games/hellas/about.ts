import type { TipLine, TipWords } from '../../lib/art/tip'
import { rankWords } from '../page'
import { capital, count, say, tell } from '../../lib/say'
import { seatName } from '../shared/seats'
import type { AtTable } from './table'
import { buildings, groupsBySpace, order, quarryState, targetOf, yieldOf, type ActionSpace, type Group, type Space } from './view'

/** What a group is called: a city, a village, or what is not yet one. */
export function groupName(at: AtTable, seat: number, group: Group): string {
  const kind = say(at.words, group.kind === 'city' || group.kind === 'village' ? group.kind : `${group.kind}_alone`)
  const named = say(at.words, 'group_of', { kind, who: seatName(at.p, seat), count: group.spaces.length })
  return group.largest ? `${named} (${say(at.words, 'largest')})` : named
}

/** A space by its name, with what stands there. */
export function spaceTitle(at: AtTable, space: Space): string {
  const { words, state, extras, box } = at
  const name = space.name
  if (space.kind === 'temple') {
    const [have, size] = [state.columns[space.number! - 1] ?? 0, space.size ?? 0]
    return say(words, have >= size ? 'temple_complete' : 'temple', { name, count: have, size })
  }
  if (space.kind === 'quarry') {
    const is = quarryState(state, extras, space.number!)
    const tile = state.tops[space.number! - 1] ?? null
    return say(words, `quarry_${is}`, { name, tile: tile ?? '', marble: yieldOf(box, tile) })
  }
  const ground = say(words, `space_${space.kind}`, { name })
  const here = buildings(state).get(space.place)
  if (here) return `${say(words, `${here.piece}_of`, { who: seatName(at.p, here.seat) })}, ${ground}`
  if (state.statues.includes(space.place)) return `${say(words, 'statue')}, ${ground}`
  return ground
}

/** What somebody is warned of before he chooses a thing. */
export const noteOf = (at: AtTable, target: string): string | null =>
  at.p.moment.choices.find((group) => group.target === target)?.note ?? null

/** What else is to be said of a space. */
export function spaceNotes(at: AtTable, space: Space): string[] {
  const { words, state, extras } = at
  const target = targetOf(space)
  const said: string[] = []
  if (at.p.targets.has(target)) {
    const price = extras.prices[space.kind]
    if (price !== undefined && target.startsWith('space:')) said.push(say(words, 'price', { marble: price }))
    else said.push(say(words, 'can_choose'))
    said.push(...[noteOf(at, target)].filter((note) => note !== null))
  }
  if (at.p.chosen === target) said.push(say(words, 'chosen'))
  said.push(...rankWords(at.p, target))
  const earns = extras.earns[space.place]
  const here = buildings(state).get(space.place)
  const built = here !== undefined || state.statues.includes(space.place)
  // Only houses earn: of a space that something else would stand on, that is not said.
  const asked = at.p.moment.choices.filter((group) => group.target === target)
  const mayBeHouse = !built && (!asked.length || asked.some((group) => group.name === 'house'))
  if (earns && target.startsWith('space:') && (mayBeHouse || here?.piece === 'house'))
    said.push(tell(words, built ? 'earns' : 'house_earns', { marble: earns }))
  const own = groupsBySpace(extras).get(space.place)
  if (own) said.push(groupName(at, own.seat, own.group))
  if (space.kind === 'temple') {
    const builders = extras.columns_by[space.number! - 1] ?? []
    for (const seat of order(state)) {
      const count = builders.filter((one) => one === seat).length
      if (count) said.push(say(words, 'built_by', { who: seatName(at.p, seat), count }))
    }
  }
  const top = space.kind === 'quarry' && state.active.includes(space.number!) ? (state.tops[space.number! - 1] ?? null) : null
  if (state.step === 'lay' && top !== null && state.tile !== null && Number(top) >= Number(state.tile))
    said.push(say(words, 'not_lower', { top, tile: state.tile }))
  if (space.kind === 'quarry' && (state.heights[space.number! - 1] ?? 0) > 0)
    said.push(say(words, 'tiles_on', { count: state.heights[space.number! - 1]! }))
  return said
}

const CLAUSES: Record<string, string> = {
  coast: '§5.6',
  mountain: '§5.6',
  temple: '§7.3',
  quarry: '§6.2',
  house: '§5.1',
  plaza: '§5.2',
  palace: '§5.3',
  statue: '§10.4',
}

/** What a tip says of a space. */
export function spaceTip(at: AtTable, space: Space): TipWords {
  const here = buildings(at.state).get(space.place)
  const sign = here?.piece ?? (at.state.statues.includes(space.place) ? 'statue' : space.kind)
  const about = at.words.table[`about_${sign}`]
  const lines: TipLine[] = about
    ? [{ icon: sign, name: capital(tell(at.words, sign)), about, clause: CLAUSES[sign]! }]
    : [{ icon: sign, name: capital(tell(at.words, sign)), clause: CLAUSES[sign]! }]
  return { title: spaceTitle(at, space), note: spaceNotes(at, space).map(capital).join(' · '), lines, onClause: at.p.onClause }
}

const ACTION_CLAUSES: Record<ActionSpace['kind'], string> = {
  house: '§5.1',
  house_plaza: '§5.2',
  palace: '§5.3',
  quarry: '§6.2',
  temple: '§7.2',
  statue: '§8.1',
  marble: '§8.3',
}

/** What an action costs or brings, in words. */
export function actionPrice(at: AtTable, action: ActionSpace): string {
  const { words } = at
  if (action.coast !== null && action.mountain !== null)
    return say(words, 'prices', { coast: action.coast, mountain: action.mountain })
  if (action.columns !== null && action.cost !== null)
    return say(words, 'columns_for', { columns: action.columns, marble: action.cost })
  if (action.cost !== null) return say(words, 'price', { marble: action.cost })
  if (action.gain !== null) return `+${count(words, action.gain, 'marble')}`
  return ''
}

/** Who may act. */
export const actionFor = (at: AtTable, action: ActionSpace): string =>
  say(at.words, action.for_all ? 'for_all' : 'for_one')

export function actionState(at: AtTable, action: ActionSpace): string {
  const target = `action:${action.place}`
  if (at.state.action === action.id) return say(at.words, 'action_now')
  const by = at.extras.stones_by[action.place]
  if (typeof by === 'number') return say(at.words, 'action_taken_by', { who: seatName(at.p, by) })
  if (at.state.used.includes(action.place)) return say(at.words, 'action_taken')
  if (!at.p.targets.has(target)) return say(at.words, 'action_free')
  return [say(at.words, 'can_choose'), noteOf(at, target)].filter((words) => words !== null).join(', ')
}

export function actionTip(at: AtTable, action: ActionSpace): TipWords {
  const about = at.words.table[`about_${action.kind}`] ?? ''
  return {
    title: action.title,
    note: [actionPrice(at, action), actionFor(at, action), actionState(at, action)].filter(Boolean).map(capital).join(' · '),
    lines: [{ icon: action.kind, name: capital(actionFor(at, action)), about, clause: ACTION_CLAUSES[action.kind] }],
    onClause: at.p.onClause,
  }
}
