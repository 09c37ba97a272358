import { api, Trouble, type ChoiceOption, type Hint, type Moment } from '../lib/api'
import type { Live } from '../lib/live.svelte'
import { tell, troubleText } from '../lib/notices.svelte'
import { lang } from '../lib/words/index.svelte'
import { ranksOf, rowsOf, type Row } from './prospects'

/** The decision has passed, or somebody asks the same from another page: nobody is to be told. */
const QUIET = ['already-moved', 'not-now']
/** Milliseconds that something is pointed at before it is asked about: whoever counts up an amount goes on. */
const REST = 250

/** A hint that lies open: what is asked for it, what came back, and what somebody points at meanwhile. */
export class Advice {
  open = $state(false)
  thinking = $state(false)
  hint = $state.raw<Hint | null>(null)
  /** The choice whose reasons are shown. */
  shown = $state<string | null>(null)
  /** What it is asked about, besides what is best. */
  #about = $state.raw<ChoiceOption | null>(null)
  #wish: AbortController | null = null
  #rest: ReturnType<typeof setTimeout> | undefined

  readonly rows: Row[] = $derived(this.hint ? rowsOf(this.hint, this.#about) : [])
  readonly ranks: ReadonlyMap<string, string> = $derived(ranksOf(this.open ? this.hint : null))

  constructor(
    private readonly live: Live,
    /** The moment that is shown, where it is the present one. */
    private readonly moment: () => Moment | null,
  ) {}

  async ask(about: ChoiceOption | null): Promise<void> {
    const seat = this.moment()?.seat
    if (typeof seat !== 'number') return
    this.#stop()
    const wish = (this.#wish = new AbortController())
    this.open = this.thinking = true
    this.#about = about
    let hint: Hint | null = null
    try {
      hint = await api.hint(this.live.id, seat, about?.words ?? null, lang(), wish.signal)
    } catch (error) {
      if (!wish.signal.aborted && !(error instanceof Trouble && QUIET.includes(error.problem.type)))
        tell(troubleText(error), true)
    }
    if (wish.signal.aborted) return
    this.thinking = false
    if (hint) {
      this.hint = hint
      this.shown = about?.words ?? hint.choice
    } else {
      this.#about = null
      this.open = this.hint !== null
    }
  }

  /** Somebody points at something on the table: it is compared as well. */
  point(option: ChoiceOption | null): void {
    if (!this.open || !option || option.words === this.#about?.words) return
    this.#stop()
    this.#about = option
    this.thinking = !this.rows.some((row) => row.choice === option.words && row.prospect)
    if (this.thinking) this.#rest = setTimeout(() => void this.ask(option), REST)
    else this.shown = option.words
  }

  /** Nothing is pointed at any more; what is known of it stays. */
  letGo(): void {
    if (!this.#about) return
    if (this.hint && this.thinking) {
      this.#stop()
      this.thinking = false
    }
    this.#about = null
    this.shown = this.hint?.choice ?? null
  }

  /** A choice is on its way: nobody waits for what is still thought out. */
  giveUp(): void {
    if (!this.thinking) return
    this.#stop()
    this.thinking = false
    this.open = this.hint !== null
  }

  close(): void {
    this.#stop()
    this.open = this.thinking = false
    this.hint = this.#about = this.shown = null
  }

  #stop(): void {
    clearTimeout(this.#rest)
    this.#wish?.abort()
    this.#wish = null
  }
}
