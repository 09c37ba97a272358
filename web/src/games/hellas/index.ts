import { say } from '../../lib/say'
import type { GamePage } from '../page'
import Board from './Board.svelte'
import { describe } from './describe'
import { legend } from './legend'
import Opponents from './Opponents.svelte'
import Own from './Own.svelte'
import Picture from './Picture.svelte'
import Scene from './Scene.svelte'

export const page: GamePage = {
  name: 'hellas',
  Picture,
  Opponents,
  Board,
  Scene,
  Own,
  describe,
  legend,
  keys: (words) => [
    ['← → ↑ ↓', say(words, 'keys_move')],
    ['Page ↑ ↓', say(words, 'keys_legal')],
  ],
}
