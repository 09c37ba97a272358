import { describe, expect, it } from 'vitest'
import { arrivalOf } from '../src/table/arriving'
import { decision, line, moment } from './moments.svelte'

const prompt = (text: string) => ({ prompt: { text, seat: 1, step: 'auction' } })

describe('a moment', () => {
  it('that is the first says what is asked, and makes no sound', () => {
    expect(arrivalOf(moment(4, prompt('Bid.')), null)).toEqual({ mine: false, back: false, heard: 'Bid.', tune: null })
    expect(arrivalOf(decision(4), null)?.mine).toBe(true)
  })

  it('that comes says what happened, then what is asked', () => {
    const now = moment(5, { lines: [line('Anna bids 3.'), line('Ben passes.')], ...prompt('Take it.') })
    expect(arrivalOf(now, moment(4))?.heard).toBe('Anna bids 3. Ben passes. Take it.')
  })

  it('sounds like a move, like one’s turn, or like the end', () => {
    const tune = (now: ReturnType<typeof moment>) => arrivalOf(now, moment(4))?.tune
    expect([tune(moment(5)), tune(decision(5)), tune(moment(5, { over: true, to_move: null }))]).toEqual(['move', 'turn', 'over'])
  })

  it('is no turn of a spectator’s, also when nobody decides', () => {
    expect(arrivalOf(moment(5, { seat: null, to_move: null }), moment(4))?.mine).toBe(false)
  })

  it('that is the same says nothing', () => {
    expect(arrivalOf(moment(4), moment(4))).toBeNull()
  })

  it('with the eyes of another seat asks anew, and is not heard again', () => {
    const other = moment(4, { seat: 1, to_move: 1 })
    expect(arrivalOf(other, moment(4))).toEqual({ mine: true, back: false, heard: null, tune: null })
  })

  it('after something was taken back has no more choices than before', () => {
    const back = (moves: number) => arrivalOf(moment(5, { moves }), moment(4, { moves: 4 }))?.back
    expect([back(5), back(4), back(3)]).toEqual([false, true, true])
  })
})
