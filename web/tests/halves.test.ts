import { expect, it } from 'vitest'
import { halvesOf, type State } from '../src/games/peloponnes/view'

const state = (two_halves: string) => ({ options: { two_halves }, players: [0, 1, 2].map((half_coins) => ({ half_coins })) }) as unknown as State

it('half coins are added up on a bid, or count once', () => {
  expect([0, 1, 2].map((seat) => halvesOf(state('add_up'), seat))).toEqual([0, 1, 2])
  expect([0, 1, 2].map((seat) => halvesOf(state('count_once'), seat))).toEqual([0, 1, 1])
})
