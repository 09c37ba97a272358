import { describe, expect, it } from 'vitest'
import type { BoardProps } from '../src/games/page'
import { civilizationName, incomeNote, isOutOf, order, settled, some } from '../src/games/shared/civilizations'
import { decksOf } from '../src/games/shared/decks'
import { legendOf } from '../src/games/shared/legend'
import { others, seatName } from '../src/games/shared/seats'
import { count, fill, listed, type GameWords } from '../src/lib/say'

const words = {
  words: { and: 'and', nothing: 'nothing' },
  nouns: { coins: 'coin|coins', luxury: 'luxury' },
  names: {},
  terminal: {},
  standing: {},
  table: { about_shield: 'It protects.', about_people: 'They count.' },
} satisfies GameWords

it('others sit in turn order from one’s left; a spectator sees everybody', () => {
  const seen = (seat: number | null, seats: number) => others({ seat } as BoardProps, seats)
  expect(seen(0, 4)).toEqual([1, 2, 3])
  expect(seen(2, 4)).toEqual([3, 0, 1])
  expect(seen(null, 3)).toEqual([0, 1, 2])
  expect(seen(0, 1)).toEqual([])
})

it('seats go by the names of those who sit there, and by a number where nobody does', () => {
  const p = { table: { seats: [{ name: 'Anna' }, { name: null }] } } as unknown as BoardProps
  expect([0, 1, 2].map((seat) => seatName(p, seat))).toEqual(['Anna', '2', '3'])
})

it('of a deck lies face down what has not been turned up, and what is printed beside the rounds is no deck', () => {
  const tiles = { a1: { deck: 'A' }, a2: { deck: 'A' }, b1: { deck: 'B' } }
  expect(decksOf({ A: 5, B: 3, source: 'the rules' }, tiles, ['a2', null, 'b1', null])).toEqual([
    { name: 'A', rounds: 5, left: 1 },
    { name: 'B', rounds: 3, left: 0 },
  ])
})

describe('civilizations', () => {
  const box = { civilizations: { sparta: { title: 'Sparta' } } }
  const state = {
    seats: 2,
    step: 'auction',
    order: [1, 0, -1],
    players: [
      { civilization: 'sparta', slot: 3 },
      { civilization: null, slot: -2 },
    ],
  }

  it('have names as soon as they are chosen', () => {
    expect([0, 1, 2].map((seat) => civilizationName(state, box, seat))).toEqual(['Sparta', '', ''])
  })

  it('are there, or not yet, and never for a spectator', () => {
    expect([settled(state, 0), settled(state, 1), settled(state, null), settled(state, 2)]).toEqual([0, null, null, null])
  })

  it('are out of the bids only while there are bids', () => {
    expect([0, 1].map((seat) => isOutOf(state, seat, ['auction']))).toEqual([false, true])
    expect(isOutOf({ ...state, step: 'feed' }, 1, ['auction'])).toBe(false)
  })

  it('take turns, as many as play', () => {
    expect(order(state)).toEqual([1, 0])
  })

  it('have an income by the number of their inhabitants', () => {
    const rows = [
      { inhabitants: 1, coins: 3, luxury: 0 },
      { inhabitants: 6, coins: 4, luxury: 1 },
    ]
    expect(incomeNote(rows, (coins, luxury) => `${coins}/${luxury}`)).toBe('1–5: 3/0 · 6+: 4/1')
  })

  it('have what is more than nothing', () => {
    expect(some({ wood: 2, stone: 0, food: -1 })).toEqual([['wood', 2], ['food', -1]])
    expect(some(null)).toEqual([])
  })
})

describe('a legend', () => {
  const { picture, explained, legend, signTip } = legendOf({
    shield: { name: () => 'a shield', clause: '§10.7', icon: 'shield-plague' },
    population: { name: () => 'inhabitants', clause: '§8.3', about: 'people' },
  })

  it('explains every sign, with its picture and clause', () => {
    expect(legend(words)).toEqual([
      { icon: 'shield-plague', name: 'A shield', about: 'It protects.', clause: '§10.7' },
      { icon: 'population', name: 'Inhabitants', about: 'They count.', clause: '§8.3' },
    ])
  })

  it('explains all shields alike, each with its own picture', () => {
    expect(explained(words, 'shield-drought')).toEqual({ icon: 'shield-drought', name: 'A shield', about: 'It protects.', clause: '§10.7' })
  })

  it('leaves what it does not know as it is', () => {
    expect([picture('wood'), explained(words, 'wood')]).toEqual(['wood', { icon: 'wood', name: 'Wood', about: '' }])
    expect(signTip(words, 'wood', '+2')).toEqual({ lines: [{ icon: 'wood', name: 'Wood', about: '', amount: '+2' }] })
  })
})

it('numbers take the noun that belongs to them, and templates their values', () => {
  expect([count(words, 1, 'coins'), count(words, -1, 'coins'), count(words, 2, 'coins'), count(words, 2, 'luxury')]).toEqual(['1 coin', '-1 coin', '2 coins', '2 luxury'])
  expect(fill(words, '{who} pays {amount:coins} of {most}', { who: 'Anna', amount: 1, most: 7 })).toBe('Anna pays 1 coin of 7')
  expect([[], ['a'], ['a', 'b', 'c']].map((parts) => listed(words, parts))).toEqual(['nothing', 'a', 'a, b and c'])
})
