import { api, Trouble, type ChoiceGroup, type ChoiceOption, type Moment, type Reason } from '../lib/api'
import type { Live } from '../lib/live.svelte'
import { tell, troubleText } from '../lib/notices.svelte'
import { preferences } from '../lib/preferences.svelte'
import { lang, w } from '../lib/words/index.svelte'
import { Advice } from './advice.svelte'

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
  /** The thing on the board that the reason is about. */
  #wondered: string | null = null
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
  /** The warning about what is picked. */
  readonly note: string | null = $derived(this.option?.note ?? this.group?.note ?? null)
  readonly chosen: string | null = $derived(this.group?.target ?? this.narrowed)
  readonly amount: number | null = $derived(this.option?.amount ?? null)
  readonly advice: Advice

  constructor(
    private readonly live: Live,
    /** The moment that is shown, where it is the present one. */
    private readonly moment: () => Moment | null,
    /** Whether the board asks for the amount itself. */
    private readonly asked: () => boolean,
    /** The kinds of choices whose amount begins with the most. */
    private readonly generous: readonly string[] = [],
  ) {
    this.advice = new Advice(live, moment)
  }

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
    this.advice.letGo()
  }

  reset(): void {
    this.#wipe()
    this.advice.close()
  }

  /** A new decision. Where there is only an amount to give, it is asked for at once. */
  begin(): void {
    this.reset()
    if (this.#goOn() || this.#following) return
    if (this.#only) this.pick(this.#only)
  }

  /** What is asked for at once: the only group, where there is an amount to give. */
  get #only(): ChoiceGroup | null {
    const only = this.groups.length === 1 ? this.groups[0]! : null
    return only && only.options.length > 1 && !this.asked() ? only : null
  }

  /** Whether what is picked was asked for at once: there is nothing behind it to go back to. */
  get askedAtOnce(): boolean {
    return this.group !== null && this.group === this.#only
  }

  /** Nothing can be chosen just now: a choice is on its way, or there is no connection. */
  get waits(): boolean {
    return this.playing || this.live.link === 'lost'
  }

  get open(): boolean {
    return this.#picked !== null || this.narrowed !== null || this.reason !== null
  }

  pick(group: ChoiceGroup): void {
    this.#following = null
    this.reason = null
    const [only, ...others] = group.options
    // An amount is always confirmed, also the only one that is possible: looking at a tile never commits.
    if (only && !others.length && only.amount === null && !this.#asks(group)) {
      void this.play(only)
      return
    }
    this.#take(group, this.generous.includes(group.name) ? group.options.at(-1) : only)
  }

  /** Picks by its words; to be confirmed, whatever it is. */
  pickChoice(choice: string): void {
    const found = this.#find(choice)
    if (!found) return
    this.clear()
    this.#take(found.group, found.option)
  }

  /** A form of the board's own is opened: what it begins with is compared, where a hint lies open. */
  pointAt(target: string): void {
    if (!this.playing) this.advice.point(this.groups.find((group) => group.target === target)?.options[0] ?? null)
  }

  #take(group: ChoiceGroup, option: ChoiceOption | undefined): void {
    this.#picked = key(group)
    this.#amount = option?.amount ?? null
    if (!this.playing) this.advice.point(this.option)
  }

  #find(choice: string): { group: ChoiceGroup; option: ChoiceOption } | null {
    for (const group of this.groups) {
      const option = group.options.find((one) => one.words === choice)
      if (option) return { group, option }
    }
    return null
  }

  /** Several choices in a row, by their words: each is made as soon as it is asked for, and passed over where it never
   * is. Where a guided game has something to say they end, for nobody has heard it yet. */
  send(choices: string[]): void {
    const seat = this.moment()?.seat
    if (typeof seat !== 'number') return
    this.advice.close()
    this.#following = { seat, choices }
    this.#goOn(true)
  }

  /** Makes the next of the choices that were sent; whether there was one. */
  #goOn(first = false): boolean {
    const [sent, moment] = [this.#following, this.moment()]
    if (!sent || this.playing || (moment && moment.number < this.#awaited)) return false
    this.#following = null
    if (moment?.seat !== sent.seat || (moment.lesson && !first)) return false
    for (const [place, choice] of sent.choices.entries()) {
      const found = this.#find(choice)
      if (!found) continue
      const rest = sent.choices.slice(place + 1)
      if (rest.length) this.#following = { seat: sent.seat, choices: rest }
      if (this.#asks(found.group)) this.#take(found.group, found.option)
      else void this.play(found.option)
      return true
    }
    return false
  }

  /** Whether a choice is to be confirmed. What is picked while a hint lies open is compared first. */
  #asks(group: ChoiceGroup): boolean {
    if (this.advice.open) return true
    if (preferences.confirm === 'never') return false
    return preferences.confirm === 'always' || group.final || group.note !== null
  }

  setAmount(amount: number): void {
    const amounts = this.group?.options.map((option) => option.amount ?? 0) ?? []
    if (!amounts.length) return
    // The nearest that is possible; there may be gaps.
    this.#amount = amounts.reduce((best, one) => (Math.abs(one - amount) < Math.abs(best - amount) ? one : best))
    this.advice.point(this.option)
  }

  step(by: number): void {
    const options = this.group?.options ?? []
    const at = options.findIndex((option) => option === this.option)
    this.#amount = options[Math.min(Math.max(at + by, 0), options.length - 1)]?.amount ?? null
    this.advice.point(this.option)
  }

  target(target: string): void {
    const meant = this.groups.filter((group) => group.target === target)
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
      this.#wondered = target
    } catch (error) {
      tell(troubleText(error), true)
    }
  }

  /** Asks for the reason once more, in the language that is read now. */
  whyAgain(): void {
    if (this.reason && this.#wondered !== null) void this.why(this.#wondered)
  }

  /** Opens a hint, which compares what is picked as well; or closes it. */
  ask(): void {
    this.reason = null
    if (this.advice.open) this.advice.close()
    else if (this.groups.length) void this.advice.ask(this.option)
  }

  async playChoice(choice: string): Promise<void> {
    const found = this.#find(choice)
    if (found) await this.play(found.option)
  }

  async confirm(): Promise<void> {
    if (this.option) await this.play(this.option)
  }

  async play(option: ChoiceOption): Promise<void> {
    const moment = this.moment()
    if (!moment || moment.seat === null || this.waits) return
    this.playing = true
    this.advice.giveUp()
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
