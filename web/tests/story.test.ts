import { describe, expect, it } from 'vitest'
import { collapsed, isAbout, pointsAt, summaries } from '../src/table/story'
import { line } from './moments.svelte'

describe('takings back', () => {
  it('in a row are one line, which counts them', () => {
    const back = (seat: number) => line('back', { kind: 'undo', seat })
    const told = collapsed([line('a bid'), back(0), back(0), back(0), line('another'), back(0), back(1)])
    expect(told.map(({ line: { text, seat }, times }) => [text, seat, times])).toEqual([
      ['a bid', null, 1],
      ['back', 0, 3],
      ['another', null, 1],
      ['back', 0, 1],
      ['back', 1, 1],
    ])
  })

  it('leave other lines alone, also those that are the same', () => {
    expect(collapsed([line('passes'), line('passes')])).toHaveLength(2)
  })
})

describe('a summary', () => {
  it('says what every seat did, in the order of the seats', () => {
    const round = [
      line('', { seat: 1, brief: 'Market for 5 coins' }),
      line('', { seat: 0, brief: 'passed' }),
      line('', { seat: 1, brief: 'income: 2 wood' }),
    ]
    expect(summaries(round)).toEqual([
      { seat: 0, words: 'passed' },
      { seat: 1, words: 'Market for 5 coins · income: 2 wood' },
    ])
  })

  it('counts what was done again', () => {
    const house = line('', { seat: 0, brief: 'house' })
    expect(summaries([house, line('', { seat: 0, brief: 'palace' }), house])).toEqual([{ seat: 0, words: 'house ×2 · palace' }])
  })

  it('leaves out what is not worth words, and what happened to nobody', () => {
    expect(summaries([line('', { seat: 0 }), line('', { brief: 'something' })])).toEqual([])
  })
})

describe('a line is about', () => {
  it('whoever it happened to, or names', () => {
    expect([0, 1].map((seat) => isAbout(line('', { seat: 1 }), `seat:${seat}`))).toEqual([false, true])
    const order = line('', { kind: 'order', facts: { seat_1: 2, seat_2: 0 } })
    expect([0, 1, 2].map((seat) => isAbout(order, `seat:${seat}`))).toEqual([true, false, true])
  })

  it('everybody, where it struck all', () => {
    expect(isAbout(line('Plague strikes!', { weight: 'decisive' }), 'seat:1')).toBe(true)
    expect(isAbout(line('His tile is lost.', { seat: 0, weight: 'decisive' }), 'seat:1')).toBe(false)
  })

  it('the things that it names', () => {
    expect(['nation:3', 'nation:2'].map((thing) => isAbout(line('', { things: ['nation:3', 'place:7'] }), thing))).toEqual([true, false])
  })

  it('everything, where nothing is asked for', () => {
    expect(isAbout(line(''), null)).toBe(true)
  })
})

it('a line points at its things, else at whoever it happened to', () => {
  expect(pointsAt(line('', { seat: 1, things: ['tile:A3'] }))).toEqual(['tile:A3'])
  expect(pointsAt(line('', { seat: 1 }))).toEqual(['seat:1', 'mat:1'])
  expect(pointsAt(line(''))).toEqual([])
})
