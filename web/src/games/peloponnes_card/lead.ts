import { narrow } from '../../lib/layout'
import { moving } from '../../lib/preferences.svelte'

/** On a small screen the page scrolls to the things that the decision is about, once the sheet with the prompt has its height. */
export function lead(place: HTMLElement | undefined, wanted: boolean): (() => void) | undefined {
  if (!wanted || !place || !narrow.current) return undefined
  const timer = setTimeout(() => place.scrollIntoView({ block: 'nearest' }), 80)
  return () => clearTimeout(timer)
}

/** On a small screen the hand lies far below what is on offer. */
export function leadToOffers(): void {
  document.querySelector('main [data-place="bids"]')?.scrollIntoView({ block: 'start', behavior: moving() ? 'smooth' : 'auto' })
}
