/** A deck with the rounds that are played with it, and what of it lies face down. */
export interface Deck {
  name: string
  rounds: number
  left: number
}

/** The decks of a box, where of each the cards that have been turned up are known. */
export function decksOf(
  /** By the name of a deck, how many rounds; beside it stands where these numbers come from. */
  rounds: Record<string, number | string>,
  /** All tiles or cards of the box, by their names. */
  all: Record<string, { deck: string }>,
  turned: (string | null)[],
): Deck[] {
  const of = (name: string) => (one: { deck: string } | undefined) => one?.deck === name
  const seen = turned.map((id) => all[id ?? ''])
  return Object.entries(rounds)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .map(([name, count]) => ({
      name,
      rounds: count,
      left: Object.values(all).filter(of(name)).length - seen.filter(of(name)).length,
    }))
}
