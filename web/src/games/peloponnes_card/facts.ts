/** What the server tells this page besides the state: the printed facts (`printed`) and what follows from the state
 * (`extras`), as petteia/games/peloponnes_card/show/page.py makes them. */

export type Goods = Record<string, number>

export interface CardFacts {
  id: string
  deck: string
  kind: 'landscape' | 'building'
  name: string
  value: number
  power: number
  disaster?: string
  cost?: Goods
  gain?: Goods
  inhabitants?: number
  production?: Goods
  protects?: string
  special?: string
  supply?: boolean
}

export interface CivilizationFacts {
  name: string
  title: string
  number: number
  coins: number
  inhabitants: number
  power: number
  production?: Goods
  disasters?: string[]
}

export interface Box {
  cards: Record<string, CardFacts>
  civilizations: Record<string, CivilizationFacts>
  disasters: { id: string; name: string }[]
  faces: Record<string, string>
  game: {
    cards_shown: number
    conquest_surcharge: number
    symbols_to_protect: number
    luxury_limit: number
    luxury_front: number
    luxury_limit_covered: number
    luxury_inhabitants: number
    luxury_power: number
  }
  track: { fields: number }
  rounds: Record<string, number | string>
  coins: Record<string, number | string>
  income: { inhabitants: number; coins: number; luxury: number }[]
}

export interface MatFacts {
  power: number
  population: number
  inhabitants: number
  production: Goods
  income: { coins: number; luxury: number }
  symbols: number[]
  protected: boolean[]
  luxury_limit: number
  halves: number
  discount: number
  lower: number
  surcharge: number
}

export interface Extras {
  mats: MatFacts[]
}
