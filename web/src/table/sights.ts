import { moving } from '../lib/preferences.svelte'
import { thingsCalled } from './marks'

const AIR = 28 // px that are left around what one is led to: the rank of a hint stands out beyond it
const LEAST_AIR = 6 // px around several things that just fit
/** What asks by a field of its own comes before what else can be touched. */
const CHOOSABLE = ['main [data-asks]', 'main .legal[data-target]']

/** Scrolls to what can be chosen, where the first of it is not in sight: between what lies over the page above and below. */
export function leadToChoices(above: number, below: number): void {
  const things = CHOOSABLE.flatMap((one) => [...document.querySelectorAll(one)])
  if (things[0] && !things.some(isInWindow)) pan(things[0])
  const boxes = things.map((thing) => thing.getBoundingClientRect())
  if (!boxes[0]) return
  // What is seen with its middle can be chosen.
  const middle = (boxes[0].top + boxes[0].bottom) / 2
  const inSight = middle >= above && middle <= innerHeight - below
  const off = inSight ? 0 : offOf(boxes[0].top, boxes[0].bottom, above, below)
  // What lies furthest is one more swipe away at most, as long as the first of them stays.
  const [first, last] = [Math.min(...boxes.map(({ top }) => top)) - off, Math.max(...boxes.map(({ bottom }) => bottom)) - off]
  const beyond = last + AIR - (innerHeight - below) - (innerHeight - below - above)
  scroll(off + Math.max(0, Math.min(beyond, first - above - AIR)))
}

/** Scrolls to things on the table, or to places of it, where they are not all in sight; where there is no room for all,
 * to the first of them and those that fit beside it. */
export function leadToTargets(targets: readonly string[], above: number, below: number): void {
  const things = thingsCalled(targets)
  if (things[0]) pan(things[0])
  const boxes = things.filter(isInWindow).map((thing) => thing.getBoundingClientRect())
  if (!boxes[0]) return
  let { top, bottom } = boxes[0]
  for (const box of boxes) {
    const [higher, lower] = [Math.min(top, box.top), Math.max(bottom, box.bottom)]
    if (lower - higher + 2 * LEAST_AIR <= innerHeight - above - below) [top, bottom] = [higher, lower]
  }
  scroll(offOf(top, bottom, above, below))
}

/** Shows the first of some things in the window of its map, where that does not show it. */
export function panTo(targets: readonly string[]): void {
  const [first] = thingsCalled(targets)
  if (first) pan(first)
}

/** Whether the window of a map (`data-window`) shows something on it; what is on no map is always shown. */
function isInWindow(thing: Element): boolean {
  const around = thing.closest('[data-window]')?.getBoundingClientRect()
  if (!around) return true
  const { left, top, right, bottom } = thing.getBoundingClientRect()
  return left >= around.left - 1 && right <= around.right + 1 && top >= around.top - 1 && bottom <= around.bottom + 1
}

function pan(thing: Element): void {
  const window = thing.closest('[data-window]')
  if (!window || window === thing || isInWindow(thing)) return
  const [at, around] = [thing.getBoundingClientRect(), window.getBoundingClientRect()]
  window.scrollBy((at.left + at.right - around.left - around.right) / 2, (at.top + at.bottom - around.top - around.bottom) / 2)
}

/** How far something is from where it is seen whole: no further than it takes. */
function offOf(top: number, bottom: number, above: number, below: number): number {
  const air = Math.max(LEAST_AIR, Math.min(AIR, (innerHeight - below - above - (bottom - top)) / 2))
  const [highest, lowest] = [above + air, innerHeight - below - air]
  return bottom > lowest ? Math.min(bottom - lowest, top - highest) : top < highest ? top - highest : 0
}

function scroll(by: number): void {
  if (by) scrollBy({ top: by, behavior: moving() ? 'smooth' : 'auto' })
}

/** Puts the keyboard on the first thing on the board that can be chosen, or that can be asked about. */
export function focusBoard(): void {
  const things = ['.legal[data-target]', '[data-target]'].map((one) => document.querySelector<HTMLElement>(`main .board ${one}`))
  things.find((thing) => thing !== null)?.focus()
}

export const dialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** Whether somebody is in the middle of a sentence or a dialog, from which nobody is torn away. */
export const isBusy = (): boolean =>
  document.activeElement?.matches('input, textarea, select') === true || dialogOpen()
