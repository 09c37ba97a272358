import { say, tell } from '../../lib/say'
import type { GamePage } from '../page'
import Board from './Board.svelte'
import { describe } from './describe'
import How from './How.svelte'
import { legend } from './legend'
import Opponents from './Opponents.svelte'
import Own from './Own.svelte'
import Picture from './Picture.svelte'
import Scene from './Scene.svelte'
import Stock from './Stock.svelte'
import { boxOf, isFounded, stateOf } from './view'

export const page: GamePage = {
  name: 'poseidon',
  Picture,
  How,
  Opponents,
  Board,
  Scene,
  Own,
  Stock,
  describe,
  legend,
  part: (words, line) => {
    if (line.kind === 'start' && line.seat === 0) return tell(words, 'poseidon_round')
    const number = line.facts['number']
    return (line.kind === 'market' || line.kind === 'exploration') && typeof number === 'number' ? say(words, `part_${line.kind}`, { number }) : null
  },
  round: (words, box, moment) => {
    if (moment.over) return ''
    const now = boxOf({ box }).rounds[stateOf({ moment }).round_number]
    return now ? say(words, `part_${now.kind}`, { number: now.number }) : tell(words, 'poseidon_round')
  },
  filters: ({ box, moment }) =>
    boxOf({ box })
      .nations.filter(({ number }) => isFounded(stateOf({ moment }), number))
      .map(({ number, name, mark, tone }) => ({ thing: `nation:${number}`, name, mark, tone })),
  trades: new Set(['founded', 'taken', 'bought', 'sold', 'archon', 'ship', 'ship_sold', 'issued', 'emergency']),
  asks: (moment) => ['merchants', 'take', 'hundreds', 'drachmas'].includes(stateOf({ moment }).step),
  keys: (words) => [
    ['← → ↑ ↓', say(words, 'keys_move')],
    ['Page ↑ ↓', say(words, 'keys_legal')],
  ],
}
