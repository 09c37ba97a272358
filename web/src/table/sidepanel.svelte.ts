import { tight } from '../lib/layout'
import { preferences } from '../lib/preferences.svelte'

export const TABS = ['log', 'rules', 'chat', 'history'] as const
export type Tab = (typeof TABS)[number]

/** The panel beside the board: which of its tabs is shown, and whether it is. */
export class SidePanel {
  tab = $state<Tab>('log')
  /** The clause that the rules are opened at, and how often one was asked for: the same one may be asked for again. */
  clause = $state<string | null>(null)
  asked = $state(0)
  /** What was said in the chat while nobody saw it. */
  unread = $state(0)
  /** Where it lies on top of the board it is opened for a moment, else it is kept open. */
  #onTop = $state(false)

  get isOpen(): boolean {
    return tight.current ? this.#onTop : preferences.panel
  }

  /** Whether it lies on top of the board. */
  get covers(): boolean {
    return tight.current && this.#onTop
  }

  open = (tab: Tab): void => {
    this.tab = tab
    this.#set(true)
    if (tab === 'chat') this.unread = 0
  }

  openClause = (clause: string): void => {
    this.clause = clause
    this.asked += 1
    this.open('rules')
  }

  close = (): void => this.#set(false)

  toggle(tab: Tab): void {
    if (this.isOpen && this.tab === tab) this.close()
    else this.open(tab)
  }

  /** Somebody said something. */
  hear(): void {
    if (!this.isOpen || this.tab !== 'chat') this.unread += 1
  }

  #set(open: boolean): void {
    if (tight.current) this.#onTop = open
    else preferences.panel = open
  }
}
