import { moving } from '../lib/preferences.svelte'

const AIR = 28 // px that are left around what one is led to: the rank of a hint stands out beyond it
const CHOOSABLE = 'main .legal[data-target], main [data-asks]'

/** Scrolls to what can be chosen, where none of it is in sight: between what lies over the page above and below. */
export const leadToChoices = (above: number, below: number): void => leadTo(CHOOSABLE, above, below)

/** Scrolls to things on the table, or to places of it, where they are not all in sight; where there is no room for all,
 * to the first. */
export function leadToTargets(targets: readonly string[], above: number, below: number): void {
  const named = targets.map((target) => CSS.escape(target))
  const what = named.map((name) => `main [data-target="${name}"], main [data-place="${name}"]`).join()
  const boxes = [...document.querySelectorAll(what)].map((thing) => thing.getBoundingClientRect())
  if (!boxes[0]) return
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))]
  scrollInto(top, bottom - top > innerHeight - above - below ? top : bottom, above, below)
}

function leadTo(what: string, above: number, below: number): void {
  const boxes = [...document.querySelectorAll(what)].map((thing) => thing.getBoundingClientRect())
  // What is seen with its middle can be chosen.
  const inSight = ({ top, bottom, left, right }: DOMRect) => {
    const middle = (top + bottom) / 2
    return middle >= above && middle <= innerHeight - below && left >= 0 && right <= innerWidth
  }
  if (!boxes[0]) return
  const off = boxes.some(inSight) ? 0 : offOf(boxes[0].top, boxes[0].bottom, above, below)
  // What lies furthest is one more swipe away at most, as long as the first of them stays.
  const [first, last] = [Math.min(...boxes.map(({ top }) => top)) - off, Math.max(...boxes.map(({ bottom }) => bottom)) - off]
  const beyond = last + AIR - (innerHeight - below) - (innerHeight - below - above)
  scroll(off + Math.max(0, Math.min(beyond, first - above - AIR)))
}

function scrollInto(top: number, bottom: number, above: number, below: number): void {
  scroll(offOf(top, bottom, above, below))
}

/** How far something is from where it is seen whole: no further than it takes. */
function offOf(top: number, bottom: number, above: number, below: number): number {
  const [highest, lowest] = [above + AIR, innerHeight - below - AIR]
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
