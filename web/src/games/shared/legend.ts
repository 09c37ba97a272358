import type { TipWords } from '../../lib/art/tip'
import { capital, type GameWords } from '../../lib/say'
import type { Sign } from '../page'

/** Where a sign's name stands in the words, and the clause that speaks of it. */
export interface SignFacts {
  name: (words: GameWords) => string
  clause: string
  /** Where it is drawn or explained under another name. */
  icon?: string
  about?: string
}

/** The legend of a game, and what its parts say of single signs. */
export function legendOf(signs: Record<string, SignFacts>) {
  /** The picture that stands for a sign. */
  const picture = (sign: string): string => signs[sign]?.icon ?? sign

  /** A sign explained: its name, what it means, its clause. Shields are explained alike, and drawn one by one. */
  function explained(words: GameWords, sign: string): Sign {
    const key = sign.startsWith('shield-') ? 'shield' : sign
    const found = signs[key]
    return {
      icon: picture(sign),
      name: capital(found ? found.name(words) : sign),
      about: words.table[`about_${found?.about ?? key}`] ?? '',
      ...(found ? { clause: found.clause } : {}),
    }
  }

  /** All signs of the game. */
  const legend = (words: GameWords): Sign[] => Object.keys(signs).map((sign) => explained(words, sign))

  /** What a tip says of one sign. */
  const signTip = (words: GameWords, sign: string, amount?: string): TipWords => ({
    lines: [{ ...explained(words, sign), ...(amount ? { amount } : {}) }],
  })

  return { picture, explained, legend, signTip }
}
