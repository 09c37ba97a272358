import { api, Trouble } from '../lib/api'
import type { Live } from '../lib/live.svelte'
import { mix } from '../lib/mixing'
import { attempt, tell, troubleText } from '../lib/notices.svelte'
import { arrive, me } from '../lib/person.svelte'
import { go } from '../lib/router.svelte'
import { w } from '../lib/words/index.svelte'

/** What people do at a table besides deciding. */
export class Actions {
  /** A wish to take back is on its way. */
  undoing = $state(false)

  constructor(
    private readonly live: Live,
    /** Whose eyes. */
    private readonly seat: () => number | null,
  ) {}

  /** The seats of whoever is here that are still played. */
  get mine(): number[] {
    return this.live.table?.seats.filter((one) => one.mine && !one.resigned).map((one) => one.seat) ?? []
  }

  /** Those of them that are asked whether somebody may take back. */
  get asked(): number[] {
    return this.live.table?.undo?.waiting.filter((one) => this.mine.includes(one)) ?? []
  }

  undo = async (): Promise<void> => {
    const now = this.live.moment
    if (this.undoing || !now || now.seat === null || !now.undo.possible || this.live.table?.undo?.waiting.length) return
    this.undoing = true
    try {
      await api.undo(this.live.id, now.seat, now.number)
    } catch (error) {
      // Whoever was faster has taken back what was meant; the table shows it.
      if (!(error instanceof Trouble && error.problem.type === 'already-moved')) tell(troubleText(error), true)
    }
    this.undoing = false
  }

  answer = (agree: boolean) =>
    attempt(async () => {
      for (const seat of this.asked) await api.answerUndo(this.live.id, seat, agree)
    })

  resign = () =>
    attempt(async () => {
      const who = this.seat() ?? this.mine[0]
      if (who !== undefined) this.live.table = await api.resign(this.live.id, who)
    })

  /** Lets everybody watch the game again, as far as one's own seats go; or not any more. */
  share = (agree: boolean) =>
    attempt(async () => {
      this.live.table = await api.share(this.live.id, agree)
    })

  rematch = () =>
    attempt(async () => {
      const next = await api.rematch(this.live.id)
      // Against bots there is nobody to wait for.
      if (next.hosting && next.status === 'open' && next.seats.every((one) => one.kind !== 'open' && one.ready)) {
        await mix(next)
        await api.start(next.id)
      }
      go(`/t/${next.id}`)
    })

  say = async (text: string): Promise<boolean> => {
    if (!me.person) {
      // The connection was opened by nobody, so this goes another way.
      const said = await attempt(async () => {
        await arrive()
        return api.say(this.live.id, text)
      })
      return said !== undefined
    }
    if (this.live.say(text)) return true
    tell(w().trouble.unreachable, true)
    return false
  }
}
