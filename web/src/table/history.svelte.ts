import { api, type Moment } from '../lib/api'
import type { Live } from '../lib/live.svelte'
import { withMotion } from '../lib/motion'
import { tell, troubleText } from '../lib/notices.svelte'
import { lang } from '../lib/words/index.svelte'

const PACE = 1100

/** Looking back at any moment of a game while it goes on. */
export class History {
  /** The moment looked at; none while one looks at the present. */
  moment = $state.raw<Moment | null>(null)
  running = $state(false)
  /** Where the slider stands, before the moment itself has come. */
  #at = $state<number | null>(null)
  #known = new Map<string, Moment>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly live: Live,
    private readonly eyes: () => number | null,
  ) {}

  get moves(): number {
    return this.live.moment?.moves ?? 0
  }

  get at(): number {
    return this.#at ?? this.moves
  }

  get reviewing(): boolean {
    return this.#at !== null
  }

  /** The last line of the log before the moment looked at. */
  get lastLine(): string {
    return this.live.log.findLast(({ move }) => move < this.at)?.text ?? ''
  }

  /** What was taken back is not the past any more. */
  forget(): void {
    this.#known.clear()
  }

  now(): void {
    this.stop()
    this.#at = null
    withMotion(() => (this.moment = null))
  }

  async look(move: number): Promise<void> {
    const to = Math.min(Math.max(move, 0), this.moves)
    this.#at = to
    const key = `${to} ${this.eyes()} ${lang()}`
    try {
      const found = this.#known.get(key) ?? (await api.moment(this.live.id, to, this.eyes(), lang()))
      this.#known.set(key, found)
      if (this.#at === to) withMotion(() => (this.moment = found))
    } catch (error) {
      tell(troubleText(error), true)
      this.now()
    }
  }

  /** The same moment again, after the language or the eyes changed. */
  refresh(): void {
    if (this.#at !== null) void this.look(this.#at)
  }

  step(by: number): void {
    this.stop()
    void this.look(this.at + by)
  }

  run(): void {
    if (this.running) {
      this.stop()
      return
    }
    this.running = true
    const on = async () => {
      await this.look(this.at >= this.moves ? 0 : this.at + 1)
      if (this.running && this.at < this.moves) this.#timer = setTimeout(on, PACE)
      else this.running = false
    }
    void on()
  }

  stop(): void {
    this.running = false
    clearTimeout(this.#timer)
  }
}
