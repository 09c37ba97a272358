import { api, Trouble, type ChoiceGroup, type ChoiceOption, type Hint, type Moment, type Reason } from '../lib/api'
import type { Live } from '../lib/live.svelte'
import { tell, troubleText } from '../lib/notices.svelte'
import { preferences } from '../lib/preferences.svelte'
import { lang, w } from '../lib/words/index.svelte'

/** What is on the way between a first click and a choice that is played. It knows no rules: only groups and targets. */
export class Deciding {
  /** The first words of the group that is picked; they stay the same in every language. */
  #picked = $state<string | null>(null)
  #amount = $state<number | null>(null)
  /** A thing on the board with several groups of choices. */
  narrowed = $state<string | null>(null)
  /** The thing on the board of a choice that somebody points at in the list. */
  pointed = $state<string | null>(null)
  reason = $state.raw<Reason | null>(null)
  hint = $state.raw<Hint | null>(null)
  hinting = $state(false)
  playing = $state(false)
  /** The moment that the last choice led to; until it is shown there is nothing more to choose. */
  #awaited = $state(0)
  /** The moment that a choice on its way was made in: those after it, which the server plays on from by itself, ask
   * nothing. */
  #sent = $state(0)
  /** What a seat wants to choose after that. */
  #following: { seat: number; choices: string[] } | null = null

  readonly groups: ChoiceGroup[] = $derived.by(() => {
    const moment = this.moment()
    if (!moment || moment.seat === null || moment.to_move !== moment.seat) return []
    if (moment.number < this.#awaited || (this.playing && moment.number > this.#sent)) return []
    return moment.choices
  })
  readonly visible: ChoiceGroup[] = $derived(
    this.narrowed === null ? this.groups : this.groups.filter((group) => group.target === this.narrowed),
  )
  readonly targets: ReadonlySet<string> = $derived(
    new Set(this.groups.map((group) => group.target).filter((target) => target !== null)),
  )
  readonly group: ChoiceGroup | null = $derived(this.groups.find((group) => key(group) === this.#picked) ?? null)
  readonly option: ChoiceOption | null = $derived.by(() => {
    if (!this.group) return null
    return this.group.options.find((option) => option.amount === this.#amount) ?? this.group.options[0] ?? null
  })
  readonly chosen: string | null = $derived(this.group?.target ?? this.narrowed)
  readonly amount: number | null = $derived(this.option?.amount ?? null)
  readonly hinted: string | null = $derived.by(() => {
    const choice = this.hint?.choice
    return this.groups.find((group) => group.options.some((option) => option.words === choice))?.target ?? null
  })

  constructor(
    private readonly live: Live,
    /** The moment that is shown, where it is the present one. */
    private readonly moment: () => Moment | null,
    /** Whether the board asks for the amount itself. */
    private readonly asked: () => boolean,
  ) {}

  /** Back to the list of choices. */
  clear(): void {
    this.#following = null
    this.#wipe()
  }

  #wipe(): void {
    this.#picked = null
    this.#amount = null
    this.narrowed = null
    this.pointed = null
    this.reason = null
  }

  reset(): void {
    this.#wipe()
    this.hint = null
  }

  /** A new decision. Where there is only an amount to give, it is asked for at once. */
  begin(): void {
    this.reset()
    if (this.#goOn() || this.#following) return
    const only = this.groups.length === 1 ? this.groups[0] : undefined
    if (only && only.options.length > 1 && !this.asked()) this.pick(only)
  }

  get open(): boolean {
    return this.#picked !== null || this.narrowed !== null || this.reason !== null || this.hint !== null
  }

  pick(group: ChoiceGroup): void {
    this.#following = null
    this.reason = null
    const single = group.options.length === 1
    if (single && !this.#asks(group)) {
      void this.play(group.options[0]!)
      return
    }
    this.#picked = key(group)
    this.#amount = group.options[0]?.amount ?? null
  }

  /** Several choices in a row, by their words: each is made as soon as it is asked for, and passed over where it never
   * is. */
  send(choices: string[]): void {
    const seat = this.moment()?.seat
    if (typeof seat !== 'number') return
    this.hint = null
    this.#following = { seat, choices }
    this.#goOn()
  }

  /** Makes the next of the choices that were sent; whether there was one. */
  #goOn(): boolean {
    const [sent, moment] = [this.#following, this.moment()]
    if (!sent || this.playing || (moment && moment.number < this.#awaited)) return false
    this.#following = null
    if (moment?.seat !== sent.seat) return false
    for (const [place, choice] of sent.choices.entries()) {
      const group = this.groups.find((one) => one.options.some((option) => option.words === choice))
      const option = group?.options.find((one) => one.words === choice)
      if (!group || !option) continue
      const rest = sent.choices.slice(place + 1)
      if (rest.length) this.#following = { seat: sent.seat, choices: rest }
      if (this.#asks(group)) {
        this.#picked = key(group)
        this.#amount = option.amount
      } else void this.play(option)
      return true
    }
    return false
  }

  #asks(group: ChoiceGroup): boolean {
    if (preferences.confirm === 'never') return false
    return preferences.confirm === 'always' || group.final || group.note !== null
  }

  setAmount(amount: number): void {
    const amounts = this.group?.options.map((option) => option.amount ?? 0) ?? []
    if (!amounts.length) return
    // The nearest that is possible; there may be gaps.
    this.#amount = amounts.reduce((best, one) => (Math.abs(one - amount) < Math.abs(best - amount) ? one : best))
  }

  step(by: number): void {
    const options = this.group?.options ?? []
    const at = options.findIndex((option) => option === this.option)
    this.#amount = options[Math.min(Math.max(at + by, 0), options.length - 1)]?.amount ?? null
  }

  target(target: string): void {
    const meant = this.groups.filter((group) => group.target === target)
    this.hint = null
    if (meant.length === 1) {
      this.narrowed = null
      this.pick(meant[0]!)
    } else if (meant.length > 1) {
      this.clear()
      this.narrowed = target
    } else void this.why(target)
  }

  async why(target: string): Promise<void> {
    const moment = this.moment()
    if (!moment || moment.seat === null) return
    try {
      const reason = await api.why(this.live.id, moment.seat, target, lang())
      this.clear()
      this.reason = reason
    } catch (error) {
      tell(troubleText(error), true)
    }
  }

  async ask(): Promise<void> {
    const moment = this.moment()
    if (!moment || moment.seat === null || this.hinting || !this.groups.length) return
    this.hinting = true
    try {
      const hint = await api.hint(this.live.id, moment.seat, lang())
      if (this.moment()?.number === moment.number) {
        this.clear()
        this.hint = hint
      }
    } catch (error) {
      tell(troubleText(error), true)
    }
    this.hinting = false
  }

  async playHint(): Promise<void> {
    const choice = this.hint?.choice
    const option = this.groups.flatMap((group) => group.options).find((one) => one.words === choice)
    if (option) await this.play(option)
  }

  async confirm(): Promise<void> {
    if (this.option) await this.play(this.option)
  }

  async play(option: ChoiceOption): Promise<void> {
    const moment = this.moment()
    if (!moment || moment.seat === null || this.playing) return
    this.playing = true
    this.#sent = moment.number
    try {
      this.#awaited = await this.live.play(moment.seat, moment.number, option.words)
      this.reset()
    } catch (error) {
      this.#following = null
      // After a lost connection nobody knows whether it arrived; the welcome will show it.
      if (error instanceof Trouble && error.problem.type === 'already-moved') tell(w().table.alreadyMoved)
      else tell(troubleText(error), true)
    }
    this.playing = false
    if (this.#following && !this.#goOn()) this.begin()
  }
}

const key = (group: ChoiceGroup) => group.options[0]?.words ?? group.name
