/** What the server tells this page besides the state: the printed facts (`printed`) and what follows from the state
 * (`extras`), as petteia/games/peloponnes/show/page.py makes them. */

export type Goods = Record<string, number>

export interface TileFacts {
  id: string
  deck: string
  kind: 'land' | 'building'
  name: string
  terrain: string[]
  min_bid: number
  prestige: number
  cost: Goods
  gain: Goods
  population: number
  production: Goods
  protects: string
  power: string
  supply: boolean
}

export interface CivilizationFacts {
  name: string
  title: string
  number: number
  place: number
  start: Goods
  production: Goods
}

export interface Box {
  tiles: Record<string, TileFacts>
  civilizations: Record<string, CivilizationFacts>
  disasters: { id: string; name: string; chits: number }[]
  game: { tiles_shown: number; chits_for_disaster: number; conquest_surcharge: number } & Record<string, unknown>
  stores: { wood: number; stone: number; food: number } & Record<string, unknown>
  rounds: Record<string, number | string>
  population_income: { inhabitants: number; coins: number; luxury: number }[]
  levels: { level: number; target: number }[]
}

export interface Extras {
  points: { prestige: number; population: number }[]
  production: (Goods | null)[]
  /** What the inhabitants bring each round. */
  income: ({ coins: number; luxury: number } | null)[]
  /** The goods that whoever decides chooses among; empty where the decision is not about goods. */
  goods: string[]
  fitting: string[][]
}
