import { say, tell } from '../../lib/say'
import type { GamePage } from '../page'
import Board from './Board.svelte'
import { describe } from './describe'
import { legend } from './legend'
import Opponents from './Opponents.svelte'
import Own from './Own.svelte'
import Picture from './Picture.svelte'
import Scene from './Scene.svelte'
import { boxOf, stateOf } from './view'

export const page: GamePage = {
  name: 'poseidon',
  Picture,
  Opponents,
  Board,
  Scene,
  Own,
  describe,
  legend,
  listed: 7,
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
  asks: (moment) => ['hundreds', 'drachmas'].includes(stateOf({ moment }).step),
  keys: (words) => [
    ['← → ↑ ↓', say(words, 'keys_move')],
    ['Page ↑ ↓', say(words, 'keys_legal')],
  ],
}
