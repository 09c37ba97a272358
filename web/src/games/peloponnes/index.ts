import type { GamePage } from '../page'
import Board from './Board.svelte'
import { describe } from './describe'
import How from './How.svelte'
import { legend } from './legend'
import Opponents from './Opponents.svelte'
import Own from './Own.svelte'
import Picture from './Picture.svelte'
import Stock from './Stock.svelte'

export const page: GamePage = {
  name: 'peloponnes',
  Picture,
  How,
  Opponents,
  Board,
  Own,
  Stock,
  describe,
  legend,
  generous: ['feed'],
}
