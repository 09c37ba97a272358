import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Trouble, type Moment, type Table } from '../src/lib/api'
import { Live } from '../src/lib/live.svelte'
import { dismiss, notices } from '../src/lib/notices.svelte'
import { preferences } from '../src/lib/preferences.svelte'
import { happen, show, shown, Socket } from './browser'
import { decision, group, line, moment, problem, table } from './moments.svelte'

const PACE = 650
let live: Live

const welcome = (now: Moment | null) => ({ type: 'welcome', table: table(), moment: now, log: [line('before')], chat: [] })
const told = (now: Moment, played: number | null = null) => ({ type: 'moment', moment: now, played, log: null })

/** A connection that is open, and has been welcomed. */
function connected(now: Moment | null, eyes: number | null = 0): Socket {
  live = new Live('abc', eyes, 'en')
  Socket.last.open()
  Socket.last.say(welcome(now))
  return Socket.last
}

beforeEach(() => {
  preferences.motion = true
  for (const { id } of [...notices]) dismiss(id)
})
afterEach(() => live.end())

describe('the first words', () => {
  it('say whose eyes look, in which language', () => {
    const server = connected(moment(1), 2)
    expect(server.address).toBe('ws://table.example/api/tables/abc/live')
    expect(server.sent).toEqual([{ type: 'hello', seat: 2, lang: 'en' }])
  })

  it('are answered by all there is', () => {
    live = new Live('abc', 0, 'en')
    expect(live.link).toBe('connecting')
    Socket.last.open()
    Socket.last.say(welcome(moment(7)))
    expect(live.link).toBe('live')
    expect([live.moment?.number, live.table?.id, live.log.map(({ text }) => text)]).toEqual([7, 'abc', ['before']])
  })

  it('are said again for other eyes and another language, and not for the same', () => {
    const server = connected(moment(1))
    live.lookAs(0, 'en')
    live.lookAs(1, 'en')
    live.lookAs(1, 'de')
    expect(server.sent.slice(1)).toEqual([
      { type: 'hello', seat: 1, lang: 'en' },
      { type: 'hello', seat: 1, lang: 'de' },
    ])
  })
})

describe('who is there', () => {
  it('is told without all the rest of the table', () => {
    live = new Live('abc', 0, 'en')
    Socket.last.open()
    Socket.last.say({ type: 'presence', online: [true, true], watching: 1 }) // before the welcome, which says it too
    const seats = ['Anna', 'Ben'].map((name, seat) => ({ seat, name, online: seat === 0 }))
    Socket.last.say({ ...welcome(moment(1)), table: { ...table(), seats, watching: 0 } })
    Socket.last.say({ type: 'presence', online: [false, true], watching: 312 })
    expect(live.table).toEqual({ ...table(), watching: 312, seats: seats.map((one) => ({ ...one, online: one.seat === 1 })) })
  })
})

describe('the connection', () => {
  it('is lost as soon as the device says so, and opened again when it has a network', () => {
    const first = connected(moment(1))
    happen('offline')
    expect(live.link).toBe('lost')
    happen('online')
    expect(Socket.last).not.toBe(first)
    Socket.last.open()
    Socket.last.say(welcome(moment(1)))
    expect(live.link).toBe('live')
  })

  it('asks for everything again when somebody is called otherwise', () => {
    const server = connected(moment(1))
    const named = (name: string) => ({ type: 'table', table: table({ seats: [{ name }] as Table['seats'] }) })
    server.say(named('Anna'))
    server.say(named('Anna'))
    server.say(named('Berta'))
    expect(server.sent.slice(1)).toEqual(Array(2).fill({ type: 'hello', seat: 0, lang: 'en' }))
  })
})

describe('a choice', () => {
  it('is sent with the number of its moment, and answered by the number of the next', async () => {
    const server = connected(decision(4, group('pass')))
    const played = live.play(0, 4, 'pass')
    expect(server.sent.at(-1)).toEqual({ type: 'play', id: 1, seat: 0, number: 4, choice: 'pass' })
    server.say(told(moment(5), 1))
    await expect(played).resolves.toBe(5)
    expect(live.moment?.number).toBe(5)
  })

  it('is not answered by a moment that somebody else made', async () => {
    const server = connected(decision(4, group('pass')))
    const done = vi.fn()
    live.play(0, 4, 'pass').then(done, () => {})
    server.say(told(moment(5)))
    server.say(told(moment(6), 99))
    await vi.advanceTimersByTimeAsync(0)
    expect(done).not.toHaveBeenCalled()
  })

  it('that is refused fails with what the server says, and no other one does', async () => {
    const server = connected(decision(4, group('pass')))
    const first = live.play(0, 4, 'pass')
    const second = live.play(0, 4, 'pass')
    server.say({ type: 'refused', id: 2, problem: problem('already-moved') })
    await expect(second).rejects.toMatchObject({ problem: { type: 'already-moved' } })
    server.say(told(moment(5), 1))
    await expect(first).resolves.toBe(5)
    expect(notices).toHaveLength(0)
  })

  it('is not sent where there is no connection', async () => {
    live = new Live('abc', 0, 'en')
    await expect(live.play(0, 4, 'pass')).rejects.toMatchObject({ unreachable: true })
  })

  it('that was on its way when the connection was lost fails, for nobody knows whether it arrived', async () => {
    const server = connected(decision(4, group('pass')))
    const played = live.play(0, 4, 'pass')
    server.drop(1006)
    await expect(played).rejects.toBeInstanceOf(Trouble)
    await expect(played).rejects.toMatchObject({ unreachable: true })
  })

  it('made before the eyes changed is answered, and its moment not shown to the new ones', async () => {
    const server = connected(decision(4, group('pass')))
    const played = live.play(0, 4, 'pass')
    live.lookAs(1, 'en')
    server.say(told(moment(5, { seat: 0 }), 1))
    await expect(played).resolves.toBe(5)
    expect(live.moment?.number).toBe(4)
  })

  it('is not what a refusal without a number is about: that is told', () => {
    connected(moment(1)).say({ type: 'refused', id: null, problem: problem('too-long', 'That is too long.') })
    expect(notices.map(({ text, bad }) => [text, bad])).toEqual([['That is too long.', true]])
  })
})

describe('a lost connection', () => {
  const opened = () => Socket.all.length

  it.each([1000, 1001, 1005, 1006, 1011, 1012, 4408, 4413, 4429])('is opened again after code %i', (code) => {
    connected(moment(1)).drop(code)
    expect(live.link).toBe('lost')
    expect(live.restarting).toBe(code === 1012)
    vi.advanceTimersByTime(500)
    expect(opened()).toBe(2)
  })

  it('is not opened again where there is no such table', () => {
    connected(moment(1)).drop(4404)
    expect(live.link).toBe('closed')
    happen('online')
    vi.advanceTimersByTime(60_000)
    expect(opened()).toBe(1)
  })

  it('shows on its return what happened meanwhile', () => {
    connected(moment(1)).drop(1006)
    vi.advanceTimersByTime(500)
    Socket.last.open()
    expect(live.link).toBe('lost')
    Socket.last.say(welcome(moment(9)))
    expect([live.link, live.moment?.number]).toEqual(['live', 9])
  })

  it('is tried for less and less often, and at once again after a welcome', () => {
    connected(moment(1)).drop(1006)
    const waits: number[] = []
    for (let tries = 0; tries < 7; tries++) {
      const began = Date.now()
      const before = opened()
      while (opened() === before) vi.advanceTimersByTime(20)
      waits.push(Date.now() - began)
      Socket.last.drop(1006)
    }
    expect(waits[0]).toBeLessThanOrEqual(500)
    expect(waits[5]).toBeGreaterThanOrEqual(6400)
    expect(waits[6]).toBeLessThanOrEqual(9620)
    vi.advanceTimersByTime(10_000)
    Socket.last.open()
    Socket.last.say(welcome(moment(1)))
    Socket.last.drop(1006)
    const before = opened()
    vi.advanceTimersByTime(500)
    expect(opened()).toBe(before + 1)
  })

  it('is opened at once when the network is back, or the page is looked at again', () => {
    connected(moment(1)).drop(1006)
    happen('online')
    expect(opened()).toBe(2)
    Socket.last.drop(1006)
    show(false)
    expect(opened()).toBe(2)
    show(true)
    expect(opened()).toBe(3)
  })

  it('that went dead without a word is found out', () => {
    const server = connected(moment(1))
    vi.advanceTimersByTime(20_000)
    expect(server.sent.at(-1)).toEqual({ type: 'ping' })
    server.say({ type: 'pong' })
    vi.advanceTimersByTime(40_000)
    expect(live.link).toBe('live')
    vi.advanceTimersByTime(20_000)
    expect(live.link).toBe('lost')
  })

  it('stays lost for whoever has left', () => {
    const server = connected(moment(1))
    live.end()
    expect(server.readyState).toBe(Socket.CLOSED)
    vi.advanceTimersByTime(60_000)
    expect(opened()).toBe(1)
  })
})

it('is opened anew for whoever has become somebody: what the old connection says then is not heard', async () => {
  const old = connected(moment(1))
  const played = live.play(0, 1, 'pass')
  live.renew()
  await expect(played).rejects.toMatchObject({ unreachable: true })
  expect([Socket.all.length, live.link]).toEqual([2, 'live'])
  Socket.last.open()
  Socket.last.say(welcome(moment(2)))
  old.say(told(moment(3)))
  expect(live.moment?.number).toBe(2)
})

describe('what others do', () => {
  const numbers = () => live.moment?.number

  it('is shown at once before the first decision of one’s own', () => {
    const server = connected(moment(1))
    for (const number of [2, 3, 4]) server.say(told(moment(number)))
    expect(numbers()).toBe(4)
    server.say(told(decision(5, group('pass'))))
    expect([numbers(), live.catchingUp]).toEqual([5, false])
  })

  it('is shown step by step from then on', () => {
    const server = connected(decision(1, group('pass')))
    for (const number of [2, 3, 4]) server.say(told(moment(number)))
    expect([numbers(), live.catchingUp]).toEqual([2, true])
    vi.advanceTimersByTime(PACE - 1)
    expect(numbers()).toBe(2)
    vi.advanceTimersByTime(1)
    expect(numbers()).toBe(3)
    vi.advanceTimersByTime(2 * PACE)
    expect([numbers(), live.catchingUp]).toEqual([4, false])
  })

  it('is shown step by step after a decision that came later, too', () => {
    const server = connected(moment(1))
    server.say(told(decision(2, group('pass'))))
    for (const number of [3, 4]) server.say(told(moment(number)))
    expect(numbers()).toBe(3)
  })

  it('is shown step by step to a spectator from the beginning', () => {
    const server = connected(moment(1, { seat: null }), null)
    for (const number of [2, 3]) server.say(told(moment(number, { seat: null })))
    expect(numbers()).toBe(2)
  })

  it('is shown at once to whoever clicks, wants no motion, does not look, or is far behind', () => {
    const server = connected(decision(1, group('pass')))
    const more = (...numbers: number[]) => numbers.forEach((number) => server.say(told(moment(number))))
    more(2, 3, 4)
    happen('pointerdown')
    expect(numbers()).toBe(4)
    preferences.motion = false
    more(5, 6)
    expect(numbers()).toBe(6)
    preferences.motion = true
    shown.still = true
    more(7, 8)
    expect(numbers()).toBe(8)
    shown.still = false
    shown.hidden = true
    more(9, 10)
    expect(numbers()).toBe(10)
    shown.hidden = false
    more(...Array.from({ length: 25 }, (_, place) => 11 + place))
    expect(numbers()).toBe(11)
    more(36)
    expect(numbers()).toBe(36)
  })

  it('stays for as long as whoever shows it wants', () => {
    const server = connected(decision(1, group('pass')))
    live.pace = ({ number }, waiting) => (number === 2 ? 2000 + waiting : 0)
    for (const number of [2, 3, 4]) server.say(told(moment(number)))
    vi.advanceTimersByTime(1999)
    expect(numbers()).toBe(2)
    vi.advanceTimersByTime(1)
    expect(numbers()).toBe(3)
    vi.advanceTimersByTime(PACE)
    expect(numbers()).toBe(4)
  })

  it('does not go back to what is older', () => {
    const server = connected(moment(5))
    server.say(told(moment(4)))
    expect([numbers(), live.log.length]).toEqual([5, 1])
  })

  it('is no more waited for when a welcome has shown it', () => {
    const server = connected(decision(1, group('pass')))
    for (const number of [2, 3, 4]) server.say(told(moment(number)))
    server.say(welcome(moment(4)))
    expect([numbers(), live.catchingUp]).toEqual([4, false])
    vi.advanceTimersByTime(5 * PACE)
    expect([numbers(), live.log.map(({ text }) => text)]).toEqual([4, ['before']])
  })

  it('is added to the log, or comes with a new log where some of it was taken back', () => {
    const server = connected(moment(1))
    server.say(told(moment(2)))
    expect(live.log.map(({ text }) => text)).toEqual(['before', 'choice 2'])
    server.say({ ...told(moment(3)), log: [again] })
    expect(live.log).toEqual([again])
  })
  const again = line('taken back')

  it('includes what they say', () => {
    const heard = vi.fn()
    const server = connected(moment(1))
    live.onChat = heard
    server.say({ type: 'chat', chat: { text: 'Well played' } })
    expect(live.chat.map(({ text }) => text)).toEqual(['Well played'])
    expect(heard).toHaveBeenCalledOnce()
  })
})
