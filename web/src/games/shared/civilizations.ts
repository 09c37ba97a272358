/** What the two games of civilizations have in common in their states and boxes. */
interface Civilized {
  seats: number
  step: string
  order: number[]
  players: { civilization: string | null; slot: number }[]
}
interface Civilizations {
  civilizations: Record<string, { title: string }>
}

/** Passed, or took a bid back (`Player.slot`). */
const OUT = -2

/** Whether a seat is out of the bids that are going on, which they are in these steps. */
export const isOutOf = (state: Civilized, seat: number, steps: string[]): boolean =>
  state.players[seat]?.slot === OUT && steps.includes(state.step)

/** The civilization of a seat; empty where there is none yet. */
export const civilizationName = (state: Civilized, box: Civilizations, seat: number): string =>
  box.civilizations[state.players[seat]?.civilization ?? '']?.title ?? ''

/** A seat, if it has a civilization. */
export const settled = (state: Civilized, seat: number | null): number | null =>
  seat !== null && seat < state.seats && state.players[seat]?.civilization !== null ? seat : null

/** The seats that play, in turn order. */
export const order = (state: Civilized): number[] => state.order.filter((seat) => seat >= 0)

/** What is more than nothing, in the order of the box. */
export const some = (goods: Record<string, number> | null | undefined): [string, number][] =>
  Object.entries(goods ?? {}).filter(([, amount]) => amount !== 0)

/** What so many inhabitants bring each round, line by line of what is printed. */
export function incomeNote(
  rows: { inhabitants: number; coins: number; luxury: number }[],
  brought: (coins: number, luxury: number) => string,
): string {
  const range = (from: number, next: number | undefined) => (next === undefined ? `${from}+` : `${from}–${next - 1}`)
  return rows
    .map(({ inhabitants, coins, luxury }, k) => `${range(inhabitants, rows[k + 1]?.inhabitants)}: ${brought(coins, luxury)}`)
    .join(' · ')
}

/** The name of a disaster of the box. */
export const disasterName = (box: { disasters: { id: string; name: string }[] }, id: string): string =>
  box.disasters.find((disaster) => disaster.id === id)?.name ?? id
