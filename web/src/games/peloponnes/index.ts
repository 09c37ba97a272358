import type { GamePage } from '../page'
import Board from './Board.svelte'
import { describe } from './describe'
import { legend } from './legend'
import Opponents from './Opponents.svelte'
import Own from './Own.svelte'
import Picture from './Picture.svelte'

export const page: GamePage = {
  name: 'peloponnes',
  Picture,
  Opponents,
  Board,
  Own,
  describe,
  legend,
}
