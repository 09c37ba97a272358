import { moving } from '../lib/preferences.svelte'

const CHOOSABLE = 'main .legal[data-target], main [data-asks]'

/** Scrolls to what can be chosen, where none of it is in sight: between what lies over the page above and below. */
export const leadToChoices = (above: number, below: number): void => leadTo(CHOOSABLE, above, below)

/** Scrolls to a thing on the table, where it is not in sight. */
export const leadToTarget = (target: string, above: number, below: number): void =>
  leadTo(`main [data-target="${CSS.escape(target)}"]`, above, below)

function leadTo(what: string, above: number, below: number): void {
  const things = [...document.querySelectorAll(what)]
  const inSight = (thing: Element) => {
    const { top, bottom, left, right } = thing.getBoundingClientRect()
    return top >= above && bottom <= innerHeight - below && left >= 0 && right <= innerWidth
  }
  if (!things[0] || things.some(inSight)) return
  const { top, bottom } = things[0].getBoundingClientRect()
  const off = (top + bottom) / 2 - (above + innerHeight - below) / 2
  scrollBy({ top: off, behavior: moving() ? 'smooth' : 'auto' })
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
