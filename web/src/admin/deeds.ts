/** What an administrator is about to do, and what has to be said for it. */

export interface Said {
  why: string
  name: string
  seat: number
  /** None: for good. */
  hours: number | null
  /** Hours; none: only the person. */
  addresses: number | null
}

export interface Asked {
  /** Its name among the words. */
  deed: string
  whom: string
  /** Cannot be undone. */
  danger?: boolean
  /** The name to begin with, where another is wanted. */
  name?: string
  /** The names on seats, where one of them is meant. */
  seats?: string[]
  duration?: boolean
  addresses?: boolean
  /** Whether the person reads the reason. */
  told?: boolean
  run: (said: Said) => Promise<unknown>
}

/** Hours that can be chosen; 0 is for good. */
export const HOURS = [1, 24, 168, 0]

/** For an effect that asks: an answer to an earlier question that comes late is not heard any more. */
export function hear<Answer>(asked: Promise<Answer>, onAnswer: (answer: Answer) => void, onTrouble: (error: unknown) => void) {
  let wanted = true
  asked.then(
    (answer) => wanted && onAnswer(answer),
    (error) => wanted && onTrouble(error),
  )
  return () => {
    wanted = false
  }
}

/** Bytes, as people read them. */
export function size(bytes: number | null, lang: string): string {
  if (bytes === null) return '–'
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  let unit = 0
  while (bytes >= 1000 && unit < units.length - 1) {
    bytes /= 1000
    unit++
  }
  const digits = unit && bytes < 100 ? 1 : 0
  const unitDisplay = unit ? 'short' : 'long' // of which the short one is '2 byte' in English
  return new Intl.NumberFormat(lang, { style: 'unit', unit: units[unit]!, unitDisplay, maximumFractionDigits: digits }).format(bytes)
}
