import {
  Trouble,
  unreachable,
  type Chat,
  type ClosedForGood,
  type ClosedForNow,
  type Incoming,
  type Line,
  type Moment,
  type Outgoing,
  type Table,
} from './api'
import { skipMotion, withMotion } from './motion'
import { tell, troubleText } from './notices.svelte'
import { moving, type Language } from './preferences.svelte'

export type Link = 'connecting' | 'live' | 'lost' | 'closed'

/** The codes by which the server hangs up for good; after any other, and after none, the connection is opened again. */
const FOR_GOOD: Record<ClosedForGood, true> = { 4403: true, 4404: true }
const RESTARTS: ClosedForNow = 1012
const OFFLINE = 1006 // the code of a connection that broke off
const PATIENCE = [400, 800, 1500, 3000, 5000, 8000]
const PING = 20_000
/** How long a moment stays before the next is shown, so that one can see what bots do. */
const PACE = 650
/** When more wait than this, they are shown at once: somebody was away. */
const BACKLOG = 24

interface Waiting {
  done: (number: number) => void
  failed: (error: Trouble) => void
}

interface Step {
  moment: Moment
  log: Line[] | null
}

/** The live connection to a table: what is on it now, and what happens. */
export class Live {
  table = $state.raw<Table | null>(null)
  moment = $state.raw<Moment | null>(null)
  log = $state.raw<Line[]>([])
  chat = $state.raw<Chat[]>([])
  link = $state<Link>('connecting')
  /** The server said itself that it would be back. */
  restarting = $state(false)
  /** True while steps wait to be shown. */
  catchingUp = $state(false)

  onChat: (chat: Chat) => void = () => {}
  /** How long a moment stays at least, in milliseconds, when so many wait behind it. */
  pace: (moment: Moment, waiting: number) => number = () => PACE

  #socket: WebSocket | null = null
  #eyes: number | null
  #language: Language
  #tries = 0
  #plays = 0
  #waiting = new Map<number, Waiting>()
  #steps: Step[] = []
  /** Whether there has been a decision of one's own: until then nobody is kept waiting by what others do. */
  #asked = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #ping: ReturnType<typeof setInterval> | undefined
  #heard = 0
  #ended = false

  constructor(
    readonly id: string,
    eyes: number | null,
    language: Language,
  ) {
    this.#eyes = eyes
    this.#language = language
    this.#connect()
    addEventListener('online', this.#hurry)
    addEventListener('offline', this.#hangUp)
    addEventListener('pointerdown', this.catchUp, true)
    document.addEventListener('visibilitychange', this.#hurry)
  }

  end(): void {
    this.#ended = true
    removeEventListener('online', this.#hurry)
    removeEventListener('offline', this.#hangUp)
    removeEventListener('pointerdown', this.catchUp, true)
    document.removeEventListener('visibilitychange', this.#hurry)
    clearTimeout(this.#timer)
    clearTimeout(this.#retry)
    clearInterval(this.#ping)
    this.#socket?.close()
  }

  /** Looks with the eyes of another seat, or in another language. */
  lookAs(eyes: number | null, language: Language): void {
    if (eyes === this.#eyes && language === this.#language) return
    this.#eyes = eyes
    this.#language = language
    this.#hello()
  }

  play(seat: number, number: number, choice: string): Promise<number> {
    const id = ++this.#plays
    return new Promise((done, failed) => {
      if (!this.#send({ type: 'play', id, seat, number, choice })) failed(unreachable())
      else this.#waiting.set(id, { done, failed })
    })
  }

  /** Opens the connection anew, for whoever has become somebody since. */
  renew(): void {
    const old = this.#socket
    clearTimeout(this.#retry)
    this.#giveUp()
    this.#connect()
    if (!old) return
    old.onmessage = null
    old.close()
  }

  say(text: string): boolean {
    return this.#send({ type: 'say', text })
  }

  /** Shows at once whatever waits to be shown. */
  catchUp = (): void => {
    if (!this.#steps.length) return
    clearTimeout(this.#timer)
    skipMotion()
    while (this.#steps.length) this.#show(this.#steps.shift()!)
    this.catchingUp = false
  }

  #hurry = (): void => {
    if (document.hidden) return
    if (this.link === 'lost') {
      clearTimeout(this.#retry)
      this.#connect()
    }
  }

  /** The device says that it has no network: a connection that is dead would be found out only after a while. To a
   * server on the same device there may still be one, so it is tried again as ever. */
  #hangUp = (): void => {
    const old = this.#socket
    if (this.link !== 'live' || !old) return
    this.#socket = null
    old.onmessage = null
    old.close()
    this.#lost(OFFLINE)
  }

  #connect(): void {
    if (this.#ended) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live`)
    this.#socket = socket
    socket.onopen = () => {
      this.#hello()
      this.#heard = Date.now()
      clearInterval(this.#ping)
      this.#ping = setInterval(() => this.#check(), PING)
    }
    socket.onmessage = (event) => {
      this.#heard = Date.now()
      this.#hear(JSON.parse(event.data as string) as Outgoing)
    }
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code)
    }
  }

  #check(): void {
    // A connection that went dead without a word is only found out by asking.
    if (Date.now() - this.#heard > 2.5 * PING) this.#socket?.close()
    else this.#send({ type: 'ping' })
  }

  #giveUp(): void {
    for (const waiting of this.#waiting.values()) waiting.failed(unreachable())
    this.#waiting.clear()
  }

  #lost(code: number): void {
    clearInterval(this.#ping)
    this.#giveUp()
    if (this.#ended) return
    if (code in FOR_GOOD) {
      this.link = 'closed'
      return
    }
    this.link = 'lost'
    this.restarting = code === RESTARTS
    const patience = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]!
    this.#retry = setTimeout(() => this.#connect(), patience * (0.8 + Math.random() * 0.4))
  }

  #hello(): void {
    this.#send({ type: 'hello', seat: this.#eyes, lang: this.#language })
  }

  #send(message: Incoming): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  #hear(message: Outgoing): void {
    switch (message.type) {
      case 'welcome':
        this.#tries = 0
        this.link = 'live'
        this.#steps = []
        this.catchingUp = false
        clearTimeout(this.#timer)
        this.#welcome(message)
        break
      case 'table': {
        // Prompt and log name whoever sits there. A crowd of spectators reads it with the next moment.
        const renamed = this.moment !== null && this.#eyes !== null && called(this.table) !== called(message.table)
        this.table = message.table
        if (renamed) this.#hello()
        break
      }
      case 'presence':
        this.#present(message)
        break
      case 'moment':
        if (message.played !== null) {
          this.#waiting.get(message.played)?.done(message.moment.number)
          this.#waiting.delete(message.played)
        }
        // One that was sent before the eyes changed says too little or too much.
        if (message.moment.seat === this.#eyes) this.#enqueue({ moment: message.moment, log: message.log })
        break
      case 'chat':
        this.#hearChat(message.chat)
        break
      case 'refused':
        this.#refused(message.id, new Trouble(message.problem))
        break
      case 'pong':
        break
    }
  }

  /** What is told again was taken back: it stays where it stood, without its words. */
  #hearChat(chat: Chat): void {
    const again = this.chat.some((one) => one.id === chat.id)
    this.chat = again ? this.chat.map((one) => (one.id === chat.id ? chat : one)) : [...this.chat, chat]
    if (!again) this.onChat(chat)
  }

  #refused(id: number | null, trouble: Trouble): void {
    const waiting = id === null ? undefined : this.#waiting.get(id)
    if (id !== null) this.#waiting.delete(id)
    if (waiting) waiting.failed(trouble)
    else tell(troubleText(trouble), true)
  }

  #present({ online, watching }: Extract<Outgoing, { type: 'presence' }>): void {
    if (!this.table) return
    const seats = this.table.seats.map((seat) => ({ ...seat, online: online[seat.seat] ?? seat.online }))
    this.table = { ...this.table, seats, watching }
  }

  #welcome(message: Extract<Outgoing, { type: 'welcome' }>): void {
    this.#notice(message.moment)
    const apply = () => {
      this.table = message.table
      this.moment = message.moment
      this.log = message.log
      this.chat = message.chat
    }
    const old = this.moment
    // With the eyes of another seat everything lies elsewhere, though nothing has moved.
    if (old && message.moment && message.moment.number !== old.number && message.moment.seat === old.seat) withMotion(apply)
    else apply()
  }

  #enqueue(step: Step): void {
    this.#steps.push(step)
    const waiting = this.#eyes !== null && !this.#asked
    if (waiting || !moving() || document.hidden || this.#steps.length > BACKLOG) {
      this.catchUp()
      return
    }
    if (!this.catchingUp) {
      this.catchingUp = true
      this.#next()
    }
  }

  #next(): void {
    const step = this.#steps.shift()
    if (!step) {
      this.catchingUp = false
      return
    }
    withMotion(() => this.#show(step))
    this.#timer = setTimeout(() => this.#next(), Math.max(PACE, this.pace(step.moment, this.#steps.length)))
  }

  #show({ moment, log }: Step): void {
    // The same moment comes again, with the whole log, where somebody ended the game.
    if (this.moment && (log ? moment.number < this.moment.number : moment.number <= this.moment.number)) return
    this.moment = moment
    this.log = log ?? [...this.log, ...moment.lines]
    this.#notice(moment)
  }

  #notice(moment: Moment | null): void {
    this.#asked ||= moment !== null && moment.to_move === moment.seat
  }
}

const called = (table: Table | null): string => JSON.stringify(table?.seats.map((seat) => seat.name))
