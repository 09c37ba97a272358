import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, Trouble, unreachable, type Hint } from '../src/lib/api'
import type { Live } from '../src/lib/live.svelte'
import { dismiss, notices } from '../src/lib/notices.svelte'
import { Advice } from '../src/table/advice.svelte'
import { decision, group, hint, option, problem, prospect } from './moments.svelte'

/** The server: what it was asked, and its answers when the test gives them. */
interface Asked {
  choice: string | null
  signal: AbortSignal
  answer: (found: Hint) => Promise<unknown>
  refuse: (trouble: Trouble) => Promise<unknown>
}
let asked: Asked[] = []
let advice: Advice
const settled = () => vi.advanceTimersByTimeAsync(0)
const rested = () => vi.advanceTimersByTimeAsync(1000)
const choices = () => asked.map(({ choice }) => choice)
const rows = () => advice.rows.map(({ rank, choice, prospect }) => `${rank} ${choice}${prospect ? '' : ' …'}`)

beforeEach(() => {
  asked = []
  for (const { id } of [...notices]) dismiss(id)
  vi.spyOn(api, 'hint').mockImplementation(
    (_id, _seat, choice, _lang, signal) =>
      new Promise<Hint>((done, failed) => {
        // As fetch does it: what is aborted fails, which api says as it says everything that does not arrive.
        signal.addEventListener('abort', () => failed(unreachable()))
        const answer = (found: Hint) => (done(found), settled())
        const refuse = (trouble: Trouble) => (failed(trouble), settled())
        asked.push({ choice, signal, answer, refuse })
      }),
  )
  const moment = decision(1, group('pass'), group('take'))
  advice = new Advice({ id: 'abc' } as Live, () => moment)
})

describe('a hint', () => {
  it('thinks, then shows the best choices, and why the first one is it', async () => {
    void advice.ask(null)
    expect([advice.open, advice.thinking, rows()]).toEqual([true, true, []])
    await asked[0]!.answer(hint('take', 'pass'))
    expect([advice.thinking, rows(), advice.shown]).toEqual([false, ['1 take', '2 pass'], 'take'])
  })

  it('has ranks for what they are about, as long as it lies open', async () => {
    void advice.ask(null)
    await asked[0]!.answer(hint(prospect('take', { targets: ['slot:1'] }), 'pass'))
    expect([...advice.ranks]).toEqual([['slot:1', '1']])
    advice.close()
    expect([...advice.ranks]).toEqual([])
  })

  it('that is closed is not asked for any more, and nobody hears of it', async () => {
    void advice.ask(null)
    advice.close()
    await settled()
    expect([asked[0]!.signal.aborted, advice.open, advice.thinking, notices.length]).toEqual([true, false, false, 0])
  })

  it('that is still thought out is given up with the choice, and one that is there stays', async () => {
    void advice.ask(null)
    advice.giveUp()
    await settled()
    expect([asked[0]!.signal.aborted, advice.open, advice.thinking, notices.length]).toEqual([true, false, false, 0])
    void advice.ask(null)
    await asked[1]!.answer(hint('take', 'pass'))
    advice.giveUp()
    expect([asked[1]!.signal.aborted, advice.open, rows()]).toEqual([false, true, ['1 take', '2 pass']])
    advice.point(option('bid 3', 3))
    advice.giveUp()
    await rested()
    expect([choices(), advice.open, advice.thinking]).toEqual([[null, null], true, false])
  })

  it.each(['already-moved', 'not-now'])('that is refused because of %s closes quietly', async (type) => {
    void advice.ask(null)
    await asked[0]!.refuse(new Trouble(problem(type, 'No')))
    expect([advice.open, advice.thinking, notices.length]).toEqual([false, false, 0])
  })

  it('that fails says so', async () => {
    void advice.ask(null)
    await asked[0]!.refuse(new Trouble(problem('wrong-input', 'No such choice.')))
    expect([advice.open, notices.map(({ text }) => text)]).toEqual([false, ['No such choice.']])
  })
})

describe('what somebody points at', () => {
  beforeEach(async () => {
    void advice.ask(null)
    await asked[0]!.answer(hint('take', 'pass'))
  })

  it('is compared as soon as the pointing rests, and stands below until then', async () => {
    advice.point(option('bid 3', 3))
    advice.point(option('bid 4', 4))
    expect([choices(), rows(), advice.thinking]).toEqual([[null], ['1 take', '2 pass', ' bid 4 …'], true])
    await rested()
    expect(choices()).toEqual([null, 'bid 4'])
    await asked[1]!.answer({ ...hint('take', 'pass'), pointed: prospect('bid 4') })
    expect([rows(), advice.shown, advice.thinking]).toEqual([['1 take', '2 pass', ' bid 4'], 'bid 4', false])
  })

  it('stops the thought about what was pointed at before', async () => {
    advice.point(option('bid 3', 3))
    await rested()
    advice.point(option('bid 4', 4))
    expect([asked[1]!.signal.aborted, advice.thinking]).toEqual([true, true])
    await rested()
    expect(choices()).toEqual([null, 'bid 3', 'bid 4'])
  })

  it('is not asked about where it is known: one of the best, or compared before', async () => {
    advice.point(option('pass'))
    expect([advice.shown, advice.thinking]).toEqual(['pass', false])
    advice.point(option('bid 3', 3))
    await rested()
    await asked[1]!.answer({ ...hint('take', 'pass'), pointed: prospect('bid 3') })
    advice.point(option('take'))
    advice.point(option('bid 3', 3))
    await rested()
    expect([choices(), advice.shown]).toEqual([[null, 'bid 3'], 'bid 3'])
  })

  it('that is let go is not thought about any more', async () => {
    advice.point(option('bid 3', 3))
    await rested()
    advice.letGo()
    await settled()
    expect([asked[1]!.signal.aborted, rows(), advice.shown, advice.thinking]).toEqual([true, ['1 take', '2 pass'], 'take', false])
    expect(notices).toHaveLength(0)
  })

  it('leaves the hint open where it is refused', async () => {
    advice.point(option('bid 3', 3))
    await rested()
    await asked[1]!.refuse(new Trouble(problem('illegal-choice', 'Not allowed.')))
    expect([advice.open, rows(), notices.length]).toEqual([true, ['1 take', '2 pass'], 1])
  })

  it('is nothing where no hint lies open', async () => {
    advice.close()
    advice.point(option('bid 3', 3))
    await rested()
    expect([advice.open, choices()]).toEqual([false, [null]])
  })
})
