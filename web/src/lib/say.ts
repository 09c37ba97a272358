import type { components } from './schema'

/** The words of a game as the server sends them, those that pages use. */
export type GameWords = Pick<components['schemas']['GameWords'], 'words' | 'nouns' | 'names' | 'terminal' | 'table' | 'standing'>

type Values = Record<string, string | number>

/** A number with its noun. */
export function count(words: GameWords, number: number, noun: string): string {
  const [one, many] = (words.nouns[noun] ?? noun).split('|')
  return `${number} ${Math.abs(number) === 1 ? one : (many ?? one)}`
}

/** A template with its places filled: `{name}`, or `{number:noun}`. */
export function fill(words: GameWords, template: string | undefined, values: Values = {}): string {
  return (template ?? '').replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, noun?: string) => {
    const value = values[name] ?? ''
    return noun && typeof value === 'number' ? count(words, value, noun) : String(value)
  })
}

/** A sentence of the section `table`. */
export const say = (words: GameWords, key: string, values: Values = {}): string => fill(words, words.table[key] ?? key, values)

/** A sentence of the section `terminal`, which the text client shares. */
export const tell = (words: GameWords, key: string, values: Values = {}): string =>
  fill(words, words.terminal[key] ?? key, values)

/** Several things in a row. */
export function listed(words: GameWords, parts: string[]): string {
  if (parts.length < 2) return parts[0] ?? words.words['nothing'] ?? ''
  return `${parts.slice(0, -1).join(', ')} ${words.words['and']} ${parts.at(-1)}`
}

/** With a capital, as a title begins. */
export const capital = (text: string): string => text.slice(0, 1).toLocaleUpperCase() + text.slice(1)
