import { say } from '../../lib/say'
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

export const page: GamePage = {
  name: 'hellas',
  Picture,
  How,
  Opponents,
  Board,
  Scene,
  Own,
  Stock,
  describe,
  legend,
  keys: (words) => [
    ['← → ↑ ↓', say(words, 'keys_move')],
    ['Page ↑ ↓', say(words, 'keys_legal')],
  ],
}
