import type { Clause } from './api'

export interface Bit {
  text: string
  kind: 'text' | 'code' | 'clause' | 'strong' | 'found'
}

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|§\d+(?:\.\d+)*)/g

/** Words of a clause cut into text, code, references to other clauses and what was searched for. */
export function bits(words: string, search: string): Bit[] {
  const found: Bit[] = []
  for (const part of words.split(MARKS)) {
    if (!part) continue
    if (part.startsWith('`')) found.push({ text: part.slice(1, -1), kind: 'code' })
    else if (part.startsWith('**')) found.push({ text: part.slice(2, -2), kind: 'strong' })
    else if (part.startsWith('§')) found.push({ text: part, kind: 'clause' })
    else found.push(...lit(part, search))
  }
  return found
}

function lit(text: string, search: string): Bit[] {
  const word = search.trim().split(/\s+/)[0]?.toLowerCase()
  if (!word) return [{ text, kind: 'text' }]
  const found: Bit[] = []
  let rest = text
  for (;;) {
    const at = rest.toLowerCase().indexOf(word)
    if (at < 0) break
    if (at) found.push({ text: rest.slice(0, at), kind: 'text' })
    found.push({ text: rest.slice(at, at + word.length), kind: 'found' })
    rest = rest.slice(at + word.length)
  }
  if (rest) found.push({ text: rest, kind: 'text' })
  return found
}

/** The clauses that hold all the words, or whose number begins so. */
export function matching(clauses: Clause[], search: string): Clause[] {
  const sought = search.trim().toLowerCase()
  if (!sought) return clauses
  if (/^§?\d+(\.\d+)?$/.test(sought)) {
    const number = sought.startsWith('§') ? sought : `§${sought}`
    const close = clauses.filter((clause) => clause.number === number || clause.number.startsWith(`${number}.`))
    if (close.length) return close
  }
  const words = sought.split(/\s+/)
  return clauses.filter((clause) => {
    const all = `${clause.number} ${clause.section} ${clause.words}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
