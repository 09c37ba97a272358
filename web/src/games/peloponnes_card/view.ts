import type { peloponnes_card } from '../../lib/told'
import type { BoardProps } from '../page'
import { civilizationName, isOutOf, order } from '../shared/civilizations'
import { decksOf, type Deck } from '../shared/decks'
import { toldOf } from '../table'

export type Box = peloponnes_card.Box
export type Card = peloponnes_card.Card
export type Civilization = peloponnes_card.Civilization
export type Coin = peloponnes_card.Coin
export type Extras = peloponnes_card.Extras
export type Player = peloponnes_card.Player
export type State = peloponnes_card.State

export { order, settled, some } from '../shared/civilizations'

export const FACES = ['wood', 'stone', 'grain', 'inhabitant'] as const
export type Face = (typeof FACES)[number]

export const { stateOf, extrasOf, boxOf } = toldOf<'peloponnes_card'>()

/** Whether a seat is out of the bids that are going on. */
export const isOut = (state: State, seat: number): boolean => isOutOf(state, seat, ['bid', 'pick', 'displaced', 'take', 'pay'])

/** Whether bids lie on the cards. */
export const bidding = (state: State) => ['bid', 'pick', 'displaced'].includes(state.step)

/** Whether a coin card lies there. */
export const lies = (coin: Coin | undefined): boolean => (coin?.face ?? null) !== null

/** What the viewer may know of a coin card that lies there. */
export const known = (coin: Coin): Face | null => (coin.face === 'face_down' ? null : coin.face)

export interface Owned {
  card: Card
  /** Place among the player's cards, from 1. */
  place: number
  /** The coin cards under it and on it. */
  under: Coin | null
  covers: Coin[]
  taken: boolean
  /** Struck by the disaster that is going on. */
  struck: boolean
}

export function owned(state: State, seat: number, box: Box): Owned[] {
  const player = state.players[seat]
  const found: Owned[] = []
  if (!player) return found
  const strikes = (state.step === 'strike' || state.step === 'cover') && state.seat === seat
  for (let at = 0; at < player.card_count; at++) {
    const card = box.cards[player.cards[at] ?? '']
    if (!card) continue
    const under = player.under[at]
    found.push({
      card,
      place: at + 1,
      under: under && lies(under) ? under : null,
      covers: [player.cover[at], player.dried[at]].filter((coin): coin is Coin => lies(coin)),
      taken: player.taken === card.id,
      struck: strikes && ['earthquake', 'tempest', 'drought'].includes(String(state.disaster)) &&
        (((state.chosen >> at) & 1) === 1 || (state.step === 'cover' && state.place === at)),
    })
  }
  return found
}

/** The coin cards of a bid that lies somewhere: faces that the viewer knows, then backs. */
export function bidCards(player: Player): (Face | null)[] {
  const faces: (Face | null)[] = FACES.flatMap((face, k) => Array.from({ length: Math.max(0, player.bid_faces[k] ?? 0) }, () => face))
  return [...faces, ...Array.from({ length: Math.max(0, player.bid - faces.length) }, () => null)]
}

/** How many cards of a bid are chosen already, as far as the viewer can know. */
export const picked = (player: Player): number =>
  player.bid_faces.reduce((sum, count) => sum + Math.max(0, count), 0) + Math.max(0, player.picked_luxury)

/** Whether the viewer sees what a player holds. */
export const sees = (player: Player): boolean => (player.hand[0] ?? -1) >= 0

/** The city that somebody leads; empty where he has not chosen yet. */
export const cityName = (p: BoardProps, seat: number): string => civilizationName(stateOf(p), boxOf(p), seat)

/** The decks with the rounds that are played with them, and what of each lies face down. */
export const decks = (state: State, box: Box): Deck[] => decksOf(box.rounds, box.cards, state.deck.slice(0, state.drawn))

/** The least bid of the viewer on a card on offer, as printed: its value, with the surcharge of the conquest row less his discount. */
export function price(p: BoardProps, slot: number): number {
  const [state, box] = [stateOf(p), boxOf(p)]
  const value = box.cards[state.row[slot] ?? '']?.value ?? 0
  return slot < state.open_row ? value : value + surcharge(p)
}

/** What the conquest row costs the viewer more. */
export function surcharge(p: BoardProps): number {
  const mine = p.seat === null ? undefined : extrasOf(p).mats[p.seat]
  return mine?.surcharge ?? boxOf(p).game.conquest_surcharge
}

export interface Danger {
  id: string
  name: string
  /** Fields that the marker has moved. */
  moved: number
  safe: number[]
  now: boolean
  over: boolean
  near: boolean
}

/** The five disasters as they stand. */
export function dangers(p: BoardProps): Danger[] {
  const [state, box, extras] = [stateOf(p), boxOf(p), extrasOf(p)]
  const last = box.track.fields - 1
  return box.disasters.map(({ id, name }, k) => {
    const moved = state.markers[k] ?? 0
    const now = state.disaster === id
    const pending = state.strikes.slice(state.struck).some((one) => one === id)
    return {
      id,
      name,
      moved,
      now,
      safe: order(state).filter((seat) => extras.mats[seat]?.protected[k]),
      over: moved >= last && !now && !pending,
      near: pending || moved === last - 1,
    }
  })
}

/** Whether a supply is going on. */
export const supplying = (state: State): boolean =>
  ['feed', 'starve', 'redeem'].includes(state.step) || (state.step === 'pay' && state.paid_from === 'redeem')
