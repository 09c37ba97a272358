import type { Deciding } from './deciding.svelte'
import type { History } from './history.svelte'
import type { SidePanel } from './sidepanel.svelte'
import { dialogOpen, focusBoard } from './sights'
import type { Telling } from './telling.svelte'

/** What the keys of a table work on. */
export interface Keyboard {
  deciding: Deciding
  history: History
  panel: SidePanel
  /** The list of choices, once it is there. */
  prompt: () => { focus(): void; choose(index: number): void; fold(): boolean } | undefined
  undo: () => void
  telling: Telling
  showKeys: () => void
}

const letters: Record<string, (on: Keyboard) => void> = {
  u: (on) => on.undo(),
  h: (on) => on.deciding.ask(),
  l: (on) => on.panel.open('log'),
  r: (on) => on.panel.open('rules'),
  c: (on) => on.panel.open('chat'),
  b: (on) => {
    on.panel.open('history')
    if (!on.history.reviewing) on.history.step(-1)
  },
  m: focusBoard,
  w: (on) => on.telling.replay(),
  '?': (on) => on.showKeys(),
}

/** Goes back by one: from the past, from what was begun, from the panel that lies on top. */
function escape({ deciding, history, panel, prompt, telling }: Keyboard): void {
  if (history.reviewing) history.now()
  else if (telling.running && !deciding.advice.open) telling.skip()
  else if (prompt()?.fold()) prompt()?.focus()
  else if (deciding.advice.open) {
    deciding.advice.close()
    prompt()?.focus()
  } else if (deciding.open) {
    deciding.begin()
    prompt()?.focus()
  } else if (panel.covers) panel.close()
}

/** What has the focus and does something by Enter or Space itself. */
const ACTIVE = 'button, a, summary, input, textarea, select, [data-target]'

/** What a key does now; nothing where it is the browser's. */
function meaning(key: string, pressed: Element, on: Keyboard): (() => void) | undefined {
  const { deciding, history } = on
  if (pressed.matches('input:not([role=spinbutton]), textarea, select')) return undefined
  // While a hint lies open the numbers are those of its lines.
  const line = deciding.advice.rows[Number(key) - 1]
  if (deciding.advice.open && line && !pressed.matches('input')) return () => deciding.pickChoice(line.choice)
  if (/^[1-9]$/.test(key) && !pressed.matches('input') && !deciding.group && !deciding.advice.open) return () => on.prompt()?.choose(Number(key) - 1)
  if (history.reviewing && key === 'ArrowLeft') return () => history.step(-1)
  if (history.reviewing && key === 'ArrowRight') return () => history.step(1)
  if (key === 'Enter' && deciding.group && !pressed.closest(ACTIVE)) return () => void deciding.confirm()
  if ((key === 'Enter' || key === ' ') && on.telling.running && !pressed.closest(ACTIVE)) return on.telling.goOn
  // A number has no spaces; where one is asked for, its field has the focus at once, also while something is told.
  if (key === ' ' && pressed.matches('input')) return on.telling.running ? on.telling.goOn : () => undefined
  const does = letters[key.toLowerCase()]
  return does && (() => does(on))
}

export function press(event: KeyboardEvent, on: Keyboard): void {
  if (event.ctrlKey || event.metaKey || event.altKey || dialogOpen()) return
  if (event.key === 'Escape') {
    escape(on)
    return
  }
  const does = meaning(event.key, event.target as Element, on)
  if (!does) return
  if (does !== on.telling.goOn) on.telling.hush()
  does()
  event.preventDefault()
}
