import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, Trouble, unreachable, type Moment, type Reason } from '../src/lib/api'
import type { Live } from '../src/lib/live.svelte'
import { dismiss, notices } from '../src/lib/notices.svelte'
import { preferences } from '../src/lib/preferences.svelte'
import { Deciding } from '../src/table/deciding.svelte'
import { amounts, decision, group, hint, moment, problem, Shown } from './moments.svelte'

const shown = new Shown()
let boardAsks = false
let deciding: Deciding

/** The server: what was sent to it, and its answers when the test gives them. */
interface Sent {
  number: number
  choice: string
  answer: (number: number) => Promise<unknown>
  refuse: (trouble: Trouble) => Promise<unknown>
}
let sent: Sent[] = []
const settled = () => vi.advanceTimersByTimeAsync(0)
const live = {
  id: 'abc',
  play: (_seat: number, number: number, choice: string) =>
    new Promise<number>((done, failed) => {
      const answer = (to: number) => (done(to), settled())
      const refuse = (trouble: Trouble) => (failed(trouble), settled())
      sent.push({ number, choice, answer, refuse })
    }),
} as unknown as Live
const choices = () => sent.map(({ choice }) => choice)

/** A moment is shown, and the page begins with it. */
function comes(now: Moment): void {
  shown.moment = now
  deciding.begin()
}

beforeEach(() => {
  sent = []
  boardAsks = false
  shown.moment = null
  preferences.confirm = 'final'
  for (const { id } of [...notices]) dismiss(id)
  deciding = new Deciding(live, () => shown.moment, () => boardAsks)
})

describe('there is something to choose', () => {
  it('for whoever decides', () => {
    comes(decision(1, group('pass'), group('take', { target: 'slot:1' })))
    expect(deciding.groups.map(({ name }) => name)).toEqual(['pass', 'take'])
    expect([...deciding.targets]).toEqual(['slot:1'])
  })

  it('and for nobody else, nor in the past', () => {
    comes(moment(1, { to_move: 1, choices: [group('pass')] }))
    expect(deciding.groups).toEqual([])
    comes(moment(1, { seat: null, to_move: null, choices: [group('pass')] }))
    expect(deciding.groups).toEqual([])
    comes(decision(2, group('pass')))
    // The table shows the past from now on.
    shown.moment = null
    expect([deciding.groups, [...deciding.targets]]).toEqual([[], []])
  })
})

describe('a choice', () => {
  it('that is picked is sent at once, and nothing is asked until the moment it led to is shown', async () => {
    comes(decision(4, group('pass'), group('take')))
    deciding.pick(deciding.groups[0]!)
    expect([choices(), sent[0]?.number, deciding.playing]).toEqual([['pass'], 4, true])
    await sent[0]!.answer(6)
    expect([deciding.playing, deciding.groups]).toEqual([false, []])
    // What the server played on from by itself asks nothing.
    comes(decision(5, group('pass')))
    expect(deciding.groups).toEqual([])
    comes(decision(6, group('pass')))
    expect(deciding.groups).toHaveLength(1)
  })

  it('cannot be made twice while it is on its way, and a moment that comes before the answer asks nothing', async () => {
    comes(decision(4, group('pass')))
    deciding.pick(deciding.groups[0]!)
    deciding.pick(group('pass'))
    expect(choices()).toEqual(['pass'])
    comes(decision(5, group('pass')))
    expect(deciding.groups).toEqual([])
    await sent[0]!.answer(5)
    expect(deciding.groups).toHaveLength(1)
  })

  it('of a final kind or with a warning is asked for first', async () => {
    comes(decision(1, group('end', { final: true }), group('feed', { note: 'You will starve.' })))
    deciding.pick(deciding.groups[0]!)
    expect([choices(), deciding.group?.name]).toEqual([[], 'end'])
    deciding.pick(deciding.groups[1]!)
    expect([choices(), deciding.group?.name]).toEqual([[], 'feed'])
    void deciding.confirm()
    expect(choices()).toEqual(['feed'])
  })

  it('is asked for always or never, where somebody likes that better', () => {
    preferences.confirm = 'always'
    comes(decision(1, group('pass'), group('end', { final: true })))
    deciding.pick(deciding.groups[0]!)
    expect([choices(), deciding.group?.name]).toEqual([[], 'pass'])
    preferences.confirm = 'never'
    deciding.pick(deciding.groups[1]!)
    expect(choices()).toEqual(['end'])
  })

  it('that somebody else was faster with is told, and can be made anew', async () => {
    comes(decision(4, group('pass')))
    deciding.pick(deciding.groups[0]!)
    await sent[0]!.refuse(new Trouble(problem('already-moved', 'Too late.')))
    expect(notices.map(({ bad }) => bad)).toEqual([false])
    expect([deciding.playing, deciding.groups.length]).toEqual([false, 1])
  })

  it('that was lost with the connection is told, and the welcome shows whether it was made', async () => {
    comes(decision(4, group('pass')))
    deciding.pick(deciding.groups[0]!)
    await sent[0]!.refuse(unreachable())
    expect(notices.map(({ bad }) => bad)).toEqual([true])
    comes(moment(5))
    expect(deciding.groups).toEqual([])
  })
})

describe('the only amount', () => {
  it('is confirmed like one of many: looking never commits', async () => {
    preferences.confirm = 'never'
    comes(decision(1, amounts('bid', [5], { target: 'slot:1' }), group('pass')))
    deciding.target('slot:1')
    expect([choices(), deciding.chosen, deciding.amount]).toEqual([[], 'slot:1', 5])
    void deciding.confirm()
    await settled()
    expect(choices()).toHaveLength(1)
  })
})

describe('an amount', () => {
  beforeEach(() => comes(decision(1, amounts('bid', [3, 4, 6, 9], { target: 'slot:1' }), group('pass'))))

  it('begins with the least, and is the nearest that is possible', () => {
    deciding.pick(deciding.groups[0]!)
    expect([deciding.chosen, deciding.amount]).toEqual(['slot:1', 3])
    const nearest = (amount: number) => (deciding.setAmount(amount), deciding.amount)
    expect([nearest(8), nearest(5), nearest(100), nearest(-2)]).toEqual([9, 4, 9, 3])
  })

  it('goes up and down through what is possible, and stops at both ends', () => {
    deciding.pick(deciding.groups[0]!)
    const by = (step: number) => (deciding.step(step), deciding.amount)
    expect([by(1), by(1), by(10), by(1), by(-1), by(-10), by(-1)]).toEqual([4, 6, 9, 9, 6, 3, 3])
  })

  it('is sent as the choice it belongs to', () => {
    deciding.pick(deciding.groups[0]!)
    deciding.setAmount(6)
    void deciding.confirm()
    expect(choices()).toEqual(['bid 6'])
  })

  it('is asked for at once where it is all there is, unless the board asks for it', () => {
    comes(decision(2, amounts('pay', [1, 2])))
    expect([deciding.group?.name, deciding.open]).toEqual(['pay', true])
    boardAsks = true
    comes(decision(3, amounts('pay', [1, 2])))
    expect(deciding.group).toBeNull()
  })

  it('stays picked in another language, and is void in the next decision', () => {
    deciding.pick(deciding.groups[0]!)
    shown.moment = decision(1, amounts('bid', [3, 4, 6, 9], { target: 'slot:1', name: 'bieten' }), group('pass'))
    expect(deciding.group?.name).toBe('bieten')
    comes(decision(2, amounts('bid', [3, 4], { target: 'slot:1' }), group('pass')))
    expect(deciding.group).toBeNull()
  })
})

describe('a click on the board', () => {
  const why: Reason = { words: 'Somebody else has it.', clause: null }

  it('picks what is meant, or narrows the list to it', () => {
    const offers = [amounts('bid', [1, 2], { target: 'slot:1' }), group('build', { target: 'own:1' }), group('sell', { target: 'own:1' })]
    comes(decision(1, ...offers, group('pass')))
    deciding.target('slot:1')
    expect(deciding.group?.name).toBe('bid')
    deciding.target('own:1')
    expect([deciding.group, deciding.chosen, deciding.visible.map(({ name }) => name)]).toEqual([null, 'own:1', ['build', 'sell']])
    deciding.clear()
    expect(deciding.visible).toHaveLength(4)
  })

  it('on what cannot be chosen asks why', async () => {
    const asked = vi.spyOn(api, 'why').mockResolvedValue(why)
    comes(decision(1, group('pass')))
    deciding.target('slot:4')
    await settled()
    expect(asked).toHaveBeenCalledWith('abc', 0, 'slot:4', 'en')
    expect([deciding.reason, deciding.open]).toEqual([why, true])
    deciding.begin()
    expect(deciding.open).toBe(false)
  })

  it('asks why once more where the language has changed, as long as the reason is read', async () => {
    const asked = vi.spyOn(api, 'why').mockClear().mockResolvedValue(why)
    comes(decision(1, group('pass')))
    deciding.whyAgain()
    expect(asked).not.toHaveBeenCalled()
    deciding.target('slot:4')
    await settled()
    const german: Reason = { words: 'Das hat jemand anderes.', clause: null }
    asked.mockResolvedValue(german)
    deciding.whyAgain()
    await settled()
    expect(asked.mock.calls.map((call) => call[2])).toEqual(['slot:4', 'slot:4'])
    expect(deciding.reason).toEqual(german)
    deciding.clear()
    deciding.whyAgain()
    expect(asked).toHaveBeenCalledTimes(2)
  })
})

describe('several choices in a row', () => {
  it('are made one after the other, each when it is asked for', async () => {
    comes(decision(1, group('found')))
    deciding.send(['found', 'price 30', 'merchants 2'])
    expect(choices()).toEqual(['found'])
    await sent[0]!.answer(2)
    comes(decision(2, amounts('price', [20, 30, 40])))
    expect(choices()).toEqual(['found', 'price 30'])
    await sent[1]!.answer(3)
    comes(decision(3, amounts('merchants', [1, 2])))
    expect(choices()).toEqual(['found', 'price 30', 'merchants 2'])
    await sent[2]!.answer(4)
    comes(decision(4, group('pass'), group('found')))
    expect(choices()).toHaveLength(3)
  })

  it('pass over what is not asked for', async () => {
    comes(decision(1, group('found')))
    deciding.send(['found', 'price 30', 'merchants 2'])
    await sent[0]!.answer(2)
    comes(decision(2, amounts('merchants', [1, 2])))
    expect(choices()).toEqual(['found', 'merchants 2'])
    await sent[1]!.answer(3)
    comes(decision(3, amounts('merchants', [1, 2])))
    expect(choices()).toHaveLength(2)
  })

  it('go on also where the next moment is there before the answer', async () => {
    comes(decision(1, group('found')))
    deciding.send(['found', 'price 30'])
    comes(decision(2, amounts('price', [20, 30])))
    expect(choices()).toEqual(['found'])
    await sent[0]!.answer(2)
    expect(choices()).toEqual(['found', 'price 30'])
  })

  it('end where a guided game has something to say first', async () => {
    const lesson = { number: 4, of: 9, title: '', words: [''], choice: null, targets: [] }
    comes({ ...decision(1, group('found')), lesson })
    deciding.send(['found', 'price 30', 'merchants 2'])
    expect(choices()).toEqual(['found'])
    await sent[0]!.answer(2)
    comes({ ...decision(2, amounts('price', [20, 30, 40])), lesson })
    expect(choices()).toEqual(['found'])
  })

  it('end where one is refused, or where somebody else sits before the screen', async () => {
    comes(decision(1, group('found'), group('pass')))
    deciding.send(['found', 'pass', 'price 30'])
    await sent[0]!.refuse(new Trouble(problem('forbidden')))
    expect(choices()).toEqual(['found'])
    comes(decision(2, amounts('price', [20, 30]), group('pass')))
    expect(choices()).toEqual(['found'])
    comes(decision(3, group('found')))
    deciding.send(['found', 'price 30'])
    await sent[1]!.answer(4)
    comes(moment(4, { seat: 1, to_move: 1, choices: [amounts('price', [20, 30])] }))
    expect(choices()).toEqual(['found', 'found'])
  })
})

describe('a hint', () => {
  const asked = () => vi.spyOn(api, 'hint').mockResolvedValue(hint('bid 4', 'pass', 'bid 3'))

  it('can be followed, by any of its lines', async () => {
    asked()
    comes(decision(1, amounts('bid', [3, 4], { target: 'slot:2' }), group('pass')))
    deciding.ask()
    await settled()
    void deciding.playChoice('bid 3')
    expect(choices()).toEqual(['bid 3'])
  })

  it('is asked about what is picked already', () => {
    const asking = asked()
    comes(decision(1, amounts('bid', [3, 4]), group('pass')))
    deciding.pick(deciding.groups[0]!)
    deciding.step(1)
    deciding.ask()
    expect(asking.mock.calls.map(([, , choice]) => choice)).toEqual(['bid 4'])
  })

  it('that is still thought out is given up as soon as something is chosen, and none is asked for on the way', async () => {
    const asking = vi.spyOn(api, 'hint').mockReturnValue(new Promise(() => {}))
    comes(decision(1, group('take'), amounts('bid', [3, 4, 5], { target: 'slot:2' })))
    deciding.ask()
    void deciding.playChoice('take')
    expect([choices(), deciding.advice.open, asking.mock.calls[0]![4].aborted]).toEqual([['take'], false, true])
    deciding.pointAt('slot:2')
    await vi.advanceTimersByTimeAsync(1000)
    expect([deciding.advice.thinking, asking.mock.calls.length]).toEqual([false, 1])
  })

  it('compares what is picked while it lies open, before that is played', async () => {
    const asking = asked()
    comes(decision(1, group('take', { target: 'slot:1' }), group('pass'), amounts('bid', [3, 4, 5])))
    deciding.ask()
    await settled()
    deciding.target('slot:1')
    expect([choices(), deciding.option?.words]).toEqual([[], 'take'])
    deciding.pick(deciding.groups[2]!)
    deciding.step(1)
    deciding.step(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(asking.mock.calls.map(([, , choice]) => choice)).toEqual([null, 'bid 5'])
    deciding.pickChoice('pass')
    expect([deciding.option?.words, deciding.advice.shown]).toEqual(['pass', 'pass'])
    deciding.advice.close()
    deciding.clear()
    deciding.target('slot:1')
    expect(choices()).toEqual(['take'])
  })

  it('closes with the decision, with several choices at once, and when it is asked for again', async () => {
    asked()
    for (const end of [
      () => comes(decision(2, group('pass'))),
      () => deciding.send(['price 30']),
      () => deciding.ask(),
    ]) {
      comes(decision(1, group('pass'), group('take')))
      deciding.ask()
      await settled()
      expect(deciding.advice.open).toBe(true)
      end()
      expect([deciding.advice.open, deciding.advice.hint]).toEqual([false, null])
    }
  })

  it('is not asked for where there is nothing to decide', () => {
    const asking = asked()
    asking.mockClear()
    comes(moment(1))
    deciding.ask()
    expect(asking).not.toHaveBeenCalled()
  })
})

describe('an amount', () => {
  it('begins with the least, or with the most where nobody would want less', () => {
    comes(decision(1, amounts('bid', [3, 4, 5])))
    expect(deciding.amount).toBe(3)
    deciding = new Deciding(live, () => shown.moment, () => boardAsks, ['feed'])
    comes(decision(2, amounts('feed', [0, 1, 2])))
    expect(deciding.amount).toBe(2)
  })

  it('has the warning of its own, else that of the group', () => {
    const bids = amounts('bid', [3, 4], { note: 'only to be marked' })
    bids.options[1]!.note = 'would be lost'
    comes(decision(1, bids))
    expect(deciding.note).toBe('only to be marked')
    deciding.step(1)
    expect(deciding.note).toBe('would be lost')
  })
})
