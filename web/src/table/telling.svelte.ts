import type { Clause, Line, Moment } from '../lib/api'
import type { Live } from '../lib/live.svelte'
import { moving, preferences, type Tale } from '../lib/preferences.svelte'
import { readingTime, scenesOf, type Scene } from './scenes'

const SPEED: Record<Tale, number> = { off: 0, fast: 0.5, normal: 1 }
/** So long, in milliseconds, what others do may keep somebody from his next decision: the rest is told over the board. */
const LONGEST = 8000
/** When more than so many scenes wait, each of others is shorter. */
const PATIENCE = 5
const LEAST = 0.35
/** What a section of the rules has behind its name: "The auction (b)". */
const PHASE = /\s*\([^)]*\)$/
const KEY = 'petteia-told'
const MOST_KEPT = 40

/** How far somebody was told of a table: the last entry, and the one in which he decided last. */
interface Mark {
  told: number
  from: number
}

/** Tells what happened between two decisions, scene by scene, beside the board. Nobody waits for it who does not want to:
 * what can be decided can be decided meanwhile. Whoever does passes over what others did; what is about himself stays until
 * he has read it. */
export class Telling {
  scene = $state.raw<Scene | null>(null)
  /** All scenes at once, for whoever wants no motion; they stay until he goes on. */
  digest = $state.raw<Scene[]>([])
  #waiting: Scene[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #mark: Mark | null = null
  #eyes: number | null = null
  /** How long moments have stayed since the last decision, for the sake of what is told. */
  #held = 0
  /** The last moment in which whoever looks had to decide. */
  #asked: number | null = null
  /** Something lies where it is told. */
  #covered = false

  constructor(
    private readonly live: Live,
    private readonly clauses: () => Clause[],
  ) {
    document.addEventListener('visibilitychange', this.#resume)
    live.pace = this.#pace
  }

  end(): void {
    document.removeEventListener('visibilitychange', this.#resume)
    clearTimeout(this.#timer)
  }

  get running(): boolean {
    return this.scene !== null || this.digest.length > 0
  }

  /** A moment is shown: what is new since the last one is told. */
  hear(moment: Moment): void {
    if (this.#mark === null || moment.seat !== this.#eyes) this.#begin(moment)
    const mark = this.#mark!
    if (this.#asked !== null && moment.number > this.#asked) {
      mark.from = this.#asked
      this.#asked = null
    }
    if (moment.to_move === moment.seat) {
      this.#asked = moment.number
      this.#held = 0
    }
    const fresh = this.live.log.filter((line) => line.number > mark.told)
    mark.told = moment.number
    this.#keep()
    if (preferences.telling === 'off') return
    const scenes = this.#scenes(fresh, moment.seat)
    // The result waits for what the last choice brought whoever looks; the rest stands in the log.
    this.#tell(moment.over ? scenes.filter(({ own }) => own) : scenes)
    if (moment.over) this.#passOthers()
  }

  /** On to the next scene. A list that lies there all at once is read. */
  goOn = (): void => {
    clearTimeout(this.#timer)
    this.digest = []
    this.#catchUp()
    if (this.scene) this.#next()
  }

  /** Somebody does something else: what others did is passed over, and whatever waits to be shown is shown. */
  hush = (): void => {
    if (!this.running) return
    this.#catchUp()
    this.#passOthers()
  }

  /** Ends what is being told; whatever waits to be shown is shown. */
  skip = (): void => {
    this.#catchUp()
    this.#stop()
  }

  /** It waits as long as something lies in its place. */
  cover(covered: boolean): void {
    if (covered === this.#covered) return
    this.#covered = covered
    clearTimeout(this.#timer)
    if (!covered) this.#stay(1)
  }

  /** Tells again what happened since the last decision. */
  replay = (): void => {
    const now = this.live.moment
    if (!now || !this.#mark) return
    const from = this.#mark.from
    this.#stop()
    this.#tell(this.#scenes(this.live.log.filter((line) => line.number > from), now.seat))
  }

  /** How long a moment stays before the next is shown, so that one can read what happened. */
  #pace = (moment: Moment, waiting: number): number => {
    if (preferences.telling === 'off') return 0
    const hurry = hurryWith(waiting)
    const wanted = this.#lengths(this.#scenes(moment.lines, moment.seat), hurry)
    const granted = Math.min(wanted, Math.max(LONGEST * SPEED[preferences.telling] - this.#held, 0))
    this.#held += granted
    return granted
  }

  /** Whatever waits to be shown is shown, and heard at once: what is to be told of it is known. */
  #catchUp(): void {
    this.live.catchUp()
    if (this.live.moment) this.hear(this.live.moment)
  }

  /** What is about whoever looks stays for its time, also in a list. */
  #passOthers(): void {
    this.#waiting = this.#waiting.filter(({ own }) => own)
    if (this.scene && !this.scene.own) {
      clearTimeout(this.#timer)
      this.#next()
    }
    if (!this.digest.length) return
    this.digest = this.digest.filter(({ own }) => own)
    clearTimeout(this.#timer)
    if (!this.#covered) this.#timer = setTimeout(this.#stop, this.#lengths(this.digest, 1))
  }

  #stop = (): void => {
    clearTimeout(this.#timer)
    this.#waiting = []
    this.scene = null
    this.digest = []
  }

  /** Somebody looks for the first time, or with other eyes. What he was told before is kept on this device. */
  #begin(moment: Moment): void {
    this.#stop()
    this.#eyes = moment.seat
    this.#asked = null
    this.#mark = kept()[this.#name] ?? this.#first(moment)
    // Another game of that name, or one that was taken back far.
    if (this.#mark.told > moment.number) this.#mark = { told: moment.number, from: moment.number - 1 }
  }

  /** Whoever has not done anything yet hears what others did since the deal; who has goes on from what he sees. */
  #first(moment: Moment): Mark {
    const { log } = this.live
    const deal = log.findLast((line) => line.move === 0)
    const isNew = moment.seat !== null && !log.some((line) => line.move > 0 && line.seat === moment.seat)
    const told = isNew && deal ? deal.number : moment.number
    return { told, from: Math.min(told, moment.number - 1) }
  }

  get #name(): string {
    return `${this.live.id} ${this.#eyes}`
  }

  #keep(): void {
    const { [this.#name]: _, ...others } = kept()
    const marks = Object.entries(others).slice(1 - MOST_KEPT)
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...marks, [this.#name, this.#mark]])))
    } catch {
      // A browser that keeps nothing is told nothing twice.
    }
  }

  #scenes(lines: readonly Line[], me: number | null): Scene[] {
    return scenesOf(lines, me, (clause) => {
      const section = this.clauses().find(({ number }) => number === clause)?.section
      return section?.replace(PHASE, '') ?? null
    })
  }

  #tell(scenes: Scene[]): void {
    if (!moving()) {
      if (scenes.length) clearTimeout(this.#timer) // a list with something new in it is not read yet
      this.digest = [...this.digest, ...scenes]
      return
    }
    this.#waiting.push(...scenes)
    if (!this.scene) this.#next()
  }

  #next = (): void => {
    // Nothing is told to a page that nobody sees.
    if (document.hidden) return
    const hurry = hurryWith(this.#waiting.length)
    this.scene = this.#waiting.shift() ?? null
    this.#stay(hurry)
  }

  #stay(hurry: number): void {
    if (this.scene && !this.#covered) this.#timer = setTimeout(this.#next, this.#lengths([this.scene], hurry))
  }

  #resume = (): void => {
    if (document.hidden || (!this.#waiting.length && !this.scene)) return
    clearTimeout(this.#timer)
    this.#next()
  }

  #lengths(scenes: readonly Scene[], hurry: number): number {
    const speed = SPEED[preferences.telling] || 1
    return scenes.reduce((sum, scene) => sum + readingTime(scene) * speed * (scene.own ? 1 : hurry), 0)
  }
}

/** The share of its time that a scene of others has when so many wait behind it. */
const hurryWith = (waiting: number): number => Math.max(Math.min(1, PATIENCE / Math.max(waiting, 1)), LEAST)

function kept(): Record<string, Mark> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Mark>
  } catch {
    return {}
  }
}
