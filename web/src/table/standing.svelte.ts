import { api, type Moment } from '../lib/api'
import type { Live } from '../lib/live.svelte'
import { attempt } from '../lib/notices.svelte'
import type { GameWords } from '../lib/say'

/** What the table answers for whoever sits here, without asking each time. */
export class StandingAnswers {
  /** They are looked at. */
  open = $state(false)

  constructor(
    private readonly live: Live,
    private readonly moment: () => Moment | null,
    private readonly words: () => GameWords,
  ) {}

  /** Those that the game knows, the ones first that would answer now. */
  get all(): { name: string; label: string; more: string; fits: boolean }[] {
    const words = this.words().standing
    const fitting = new Set(this.moment()?.choices.flatMap((group) => group.standing))
    return Object.keys(words)
      .filter((name) => `${name}_more` in words)
      .map((name) => ({ name, label: this.label(name), more: words[`${name}_more`]!, fits: fitting.has(name) }))
      .sort((one, other) => Number(other.fits) - Number(one.fits))
  }

  label(name: string): string {
    return this.words().standing[name] ?? name
  }

  /** Those that were given for the seat that looks, as long as there is something to answer. */
  get given(): string[] {
    const seat = this.moment()?.seat
    return typeof seat === 'number' && this.possible ? (this.live.table?.seats[seat]?.standing ?? []) : []
  }

  /** Whether there is somebody to answer for. */
  get possible(): boolean {
    return typeof this.moment()?.seat === 'number' && this.live.table?.status === 'playing'
  }

  stand = (name: string, on: boolean) =>
    attempt(async () => {
      const seat = this.moment()?.seat
      if (typeof seat === 'number') this.live.table = await api.stand(this.live.id, seat, name, on)
    })
}
