import type { Box, Goods, TileFacts } from './view'

/** The game's words as the server sends them: its text file. */
export interface Words {
  words: Record<string, string>
  nouns: Record<string, string>
  names: Record<string, Record<string, string>>
  terminal: Record<string, string>
  table: Record<string, string>
}

type Values = Record<string, string | number>

/** A number with its noun. */
export function count(words: Words, number: number, noun: string): string {
  const [one, many] = (words.nouns[noun] ?? noun).split('|')
  return `${number} ${Math.abs(number) === 1 ? one : (many ?? one)}`
}

/** A template with its places filled: `{name}`, or `{number:noun}`. */
export function fill(words: Words, template: string | undefined, values: Values = {}): string {
  return (template ?? '').replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, noun?: string) => {
    const value = values[name] ?? ''
    return noun && typeof value === 'number' ? count(words, value, noun) : String(value)
  })
}

/** A sentence of the section `table`. */
export const say = (words: Words, key: string, values: Values = {}): string => fill(words, words.table[key] ?? key, values)

/** A sentence of the section `terminal`, which the text client shares. */
export const tell = (words: Words, key: string, values: Values = {}): string =>
  fill(words, words.terminal[key] ?? key, values)

/** Several things in a row. */
export function listed(words: Words, parts: string[]): string {
  if (parts.length < 2) return parts[0] ?? words.words['nothing'] ?? ''
  return `${parts.slice(0, -1).join(', ')} ${words.words['and']} ${parts.at(-1)}`
}

/** Goods with their amounts, those that are not 0. */
export function goods(words: Words, of: Goods): string {
  const parts = Object.entries(of)
    .filter(([, amount]) => amount !== 0)
    .map(([good, amount]) => (good === 'any' ? tell(words, 'any', { amount }) : count(words, amount, good)))
  return parts.length ? listed(words, parts) : ''
}

export function disasterName(box: Box, id: string): string {
  return box.disasters.find((disaster) => disaster.id === id)?.name ?? id
}

/** All that is printed on a tile, in words, without its name. */
export function printed(words: Words, box: Box, tile: TileFacts): string[] {
  const said: string[] = []
  const add = (key: string, value: string) => value && said.push(`${tell(words, key)}: ${value}`)
  add('cost', goods(words, tile.cost))
  said.push(`${tell(words, 'prestige')}: ${tile.prestige}`)
  add('once', goods(words, { population: tile.population, ...tile.gain }))
  add('each_round', goods(words, tile.production))
  add('protects', tile.protects && disasterName(box, tile.protects))
  if (tile.power) said.push(tell(words, tile.power))
  if (tile.supply) said.push(tell(words, 'supply'))
  said.push(`${say(words, 'sign_least')}: ${count(words, tile.min_bid, 'coins')}`)
  return said
}
