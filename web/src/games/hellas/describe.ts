import { count, listed, say, tell } from '../../lib/say'
import type { BoardProps } from '../page'
import { seatName } from '../shared/seats'
import { actionState, groupName, spaceTitle } from './about'
import type { AtTable } from './table'
import { boxOf, colourName, extrasOf, order, stateOf } from './view'

/** The table in sentences, for whoever does not see it. */
export function describe(p: BoardProps): string[] {
  const [state, box, extras] = [stateOf(p), boxOf(p), extrasOf(p)]
  const words = p.words
  const at: AtTable = { p, words, state, box, extras, watched: () => null }
  const name = (place: number) => box.board.spaces[place - 1]?.name ?? ''
  const said: string[] = []

  said.push(`${box.board.name}. ${say(words, 'phase', { phase: state.phase, phases: box.phases })}.`)
  said.push(`${tell(words, 'order')}: ${order(state).map((seat) => seatName(p, seat)).join(', ')}.`)
  if (p.moment.prompt.text) said.push(p.moment.prompt.text)
  said.push(`${say(words, 'actions')}: ${box.actions.map((action) => `${action.title}: ${actionState(at, action)}`).join('; ')}.`)

  for (const kind of ['quarry', 'temple'] as const)
    said.push(
      `${box.board.spaces
        .filter((space) => space.kind === kind)
        .map((space) => spaceTitle(at, space))
        .join('; ')}.`,
    )
  if (state.statues.length) said.push(`${count(words, state.statues.length, 'statues')}: ${state.statues.map(name).join(', ')}.`)
  if (state.tile !== null) said.push(`${say(words, 'tile_in_hand', { tile: state.tile })}.`)
  said.push(
    `${say(words, 'supply')}: ${listed(words, [
      count(words, extras.supply.columns, 'columns'),
      count(words, extras.supply.statues, 'statues'),
      count(words, extras.supply.rings, 'rings'),
      say(words, 'tiles_left', { count: extras.supply.tiles }),
    ])}.`,
  )
  for (const seat of order(state)) {
    const player = state.players[seat]!
    const left = extras.left[seat]!
    const groups = (extras.groups[seat] ?? []).map(
      (group) =>
        `${groupName(at, seat, group)}: ${group.spaces.map(name).join(', ')}` +
        (group.temples.length
          ? `; ${group.temples.map((temple) => spaceTitle(at, box.board.spaces.find((space) => space.kind === 'temple' && space.number === temple)!)).join('; ')}`
          : ''),
    )
    said.push(
      [
        `${seatName(p, seat)}, ${colourName(p, seat)}${seat === p.seat ? ` (${say(words, 'you')})` : ''}: ${listed(words, [
          player.marble < 0 ? tell(words, 'marble_hidden') : count(words, player.marble, 'marble'),
          count(words, player.rings, 'rings'),
          say(words, 'stones', { count: extras.stones[seat] ?? 0 }),
        ])}`,
        `${say(words, 'pieces_left')}: ${listed(words, [
          count(words, left.houses, 'houses'),
          count(words, left.plazas, 'plazas'),
          count(words, left.palaces, 'palaces'),
        ])}`,
        `${say(words, 'income')}: ${count(words, extras.income[seat] ?? 0, 'marble')}`,
        count(words, p.moment.scores[seat] ?? 0, 'points'),
        ...groups,
      ].join('. ') + '.',
    )
  }
  return said
}
