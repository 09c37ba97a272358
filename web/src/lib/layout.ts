import { MediaQuery } from 'svelte/reactivity'

// The widths that the style sheets speak of.

/** A phone or a tablet upright: the board scrolls with the page, and the prompt lies over its lower edge. */
export const narrow = new MediaQuery('(max-width: 1023px)')
/** A phone on its side: the prompt, which else lies over the lower edge, stands beside the board. */
export const sideways = new MediaQuery('(max-width: 1023px) and (max-height: 499px) and (min-width: 640px)')
/** Too small for a panel beside the board; it lies on top. */
export const tight = new MediaQuery('(max-width: 1199px)')
