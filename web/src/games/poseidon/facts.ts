/** What the server tells this page besides the state: the printed facts (`printed`) and what follows from the state
 * (`extras`), as petteia/games/poseidon/show/page.py makes them. */

export interface Cell {
  row: number
  column: number
}

export interface Place {
  place: number
  id: string
  name: string
  kind: 'sea' | 'port' | 'home' | 'temple' | 'culture' | 'new_world'
  hexes: Cell[]
  values: number[]
  circles: number
  donation: number
  near: number[]
  closed: boolean
}

export interface NationFacts {
  number: number
  id: string
  name: string
  people: string
  mark: string
  tone: string
  home: number
  potentials: number
  playing: boolean
}

export interface CardFacts {
  number: number
  id: string
  name: string
  price: number
  income: number[]
  place: number | null
}

export interface ShipFacts {
  number: number
  id: string
  name: string
  range: number
  price: number
  count: number
}

export interface PhaseFacts {
  number: number
  discovery: number
  posts: number
  far_posts: number
  home: number
  purse: number
  issue: number
  opened_by: string
  scraps: string
}

export interface Box {
  map: { id: string; name: string }
  rows: number
  columns: number
  places: Place[]
  barriers: [Cell, Cell][]
  nations: NationFacts[]
  cards: CardFacts[]
  ships: ShipFacts[]
  phases: PhaseFacts[]
  track: number[]
  rounds: { kind: 'market' | 'exploration'; number: number; ship_leaves: boolean }[]
  limit: number
  game: { least_merchants: number; crown_merchants: number; largest_fleet: number }
  colours: string[]
}

export interface Stop {
  place: number
  value: number
}

export interface Run {
  donation: number
  worth: number
  start: number
  stops: Stop[]
  path: number[]
  steps: number
}

export interface Offer {
  nation: number
  ship: number
  king: number
  least: number
  most: number
  refused: number | null
  named: boolean
}

export interface Extras {
  players: { cash: number; merchants: number; worth: number; held: number }[]
  nations: { price: number | null; ships: number; reach: number; endless: boolean; posts: number; acted: boolean }[]
  /** The nations in the order in which they act. */
  order: number[]
  ships: { left: number; next: boolean; opens: number | null; scraps: number | null }[]
  /** By place, how many nations may have a post there now. */
  open: number[]
  number: number | null
  founding: { space: number; price: number; ways: { merchants: number; least: number; most: number }[] }[] | null
  runs: {
    best: (Run & { paid: number[] })[]
    doubled: Run | null
    home: number
    /** None where it has no end. */
    reach: number | null
  } | null
  run: { path: number[]; stops: Stop[]; left: number | null; worth: number; paid: number[] } | null
  explored: number[]
  sailed: { nation: number; worth: number; path: number[]; stops: Stop[] } | null
  offers: Offer[]
  trades: { ship: number; price: number }[]
  needed: { ship: number; price: number; lacking: number; cash: number; still: number; potentials: number } | null
}
