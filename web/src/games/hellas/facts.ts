/** What the server tells this page besides the state: the printed facts (`printed`) and what follows from the state
 * (`extras`), as petteia/games/hellas/show/page.py makes them. */

export interface Space {
  place: number
  name: string
  row: number
  column: number
  kind: 'coast' | 'mountain' | 'quarry' | 'temple'
  near: number[]
  /** Of a quarry or temple, its number. */
  number?: number
  /** Of a temple, the columns it has room for. */
  size?: number
}

export interface ActionFacts {
  id: string
  kind: 'house' | 'house_plaza' | 'palace' | 'quarry' | 'temple' | 'statue' | 'marble'
  place: number
  title: string
  for_all: boolean
  coast: number | null
  mountain: number | null
  cost: number | null
  columns: number | null
  gain: number | null
}

export interface Box {
  board: { id: string; name: string; rows: number; columns: number; spaces: Space[] }
  actions: ActionFacts[]
  tiles: Record<string, Record<string, number | string>>
  yields: string
  phases: number
  /** Spaces of the second board are counted on from here in the news. */
  most_spaces: number
  stones: number[]
  colours: string[]
  game: { points_per_statue: number }
}

export interface Group {
  kind: 'city' | 'village' | 'palace' | 'plaza'
  spaces: number[]
  temples: number[]
  statues: number[]
  /** Whether it is the one city that counts its buildings. */
  largest: boolean
}

export interface Extras {
  groups: Group[][]
  points: ({ city: number; temples: number; statues: number; rings: number } & {
    marble: number | null
    total: number | null
  })[]
  without_marble: number[]
  income: number[]
  stones: number[]
  /** By action space, whose stone lies there; by temple, who built each column. None where nobody knows. */
  stones_by: Record<string, number | null>
  columns_by: (number | null)[][]
  left: { houses: number; plazas: number; palaces: number }[]
  supply: { columns: number; statues: number; rings: number; tiles: number }
  /** Quarries that never pay again. */
  closed: number[]
  /** What a piece costs now, by the kind of space. */
  prices: Record<string, number>
  /** By space, what a house there would be paid in a quarry action. */
  earns: Record<string, number>
}
