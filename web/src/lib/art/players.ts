/** The five players by their place: a colour with its pattern (`seat-N` in tokens.css) and an emblem. */
export const emblems = ['owl', 'dolphin', 'bull', 'lyre', 'horse'] as const
export const patterns = ['stripes', 'dots', 'chevrons', 'lattice', 'waves'] as const

export type Emblem = (typeof emblems)[number]

export function emblem(seat: number): Emblem {
  return emblems[seat % emblems.length]!
}

/** The class that brings a player's colours. */
export function seatClass(seat: number): string {
  return `seat-${seat % emblems.length}`
}
