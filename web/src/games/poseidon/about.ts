import type { TipLine, TipWords } from '../../lib/art/tip'
import { rankWords } from '../page'
import { capital, count, say, tell } from '../../lib/say'
import { seatName } from '../shared/seats'
import { explained } from './legend'
import type { AtTable } from './table'
import { CARD_CLAUSES, CARD_SIGNS, isFounded, nationOf, shipsOf, type SpecialCard, type People, type Place, type Ship } from './view'

const SIGNS: Record<Place['kind'], string> = {
  sea: 'coast',
  port: 'post',
  home: 'city',
  temple: 'temple',
  culture: 'culture',
  new_world: 'explorer',
}
export const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI']
export const roman = (phase: number): string => ROMAN[phase - 1] ?? String(phase)

/** A place by its name, with what it is. */
export function placeTitle(at: AtTable, place: Place): string {
  const { words, box, state } = at
  const value = place.values[state.phase - 1] ?? 0
  const home = box.nations.find((nation) => nation.home === place.place)
  if (home) return say(words, 'place_home', { hex: place.id, nation: home.name })
  if (place.kind === 'sea') return say(words, 'place_sea', { hex: place.id })
  const key = place.kind === 'temple' && place.donation > 0 ? 'place_temple_donation' : `place_${place.kind}`
  return say(words, key, { name: place.name, hex: place.id, value, donation: place.donation })
}

/** What else is to be said of a place. */
export function placeNotes(at: AtTable, place: Place, nations: People[]): string[] {
  const { words, box, state, extras } = at
  const said: string[] = []
  const target = `place:${place.place}`
  if (place.closed) return [say(words, 'closed')]
  const verbs = at.p.moment.choices.filter((group) => group.target === target).map((group) => say(words, `can_${group.name}`))
  if (at.p.targets.has(target)) said.push(verbs.length ? verbs.join(', ') : say(words, 'can_choose'))
  if (at.p.chosen === target) said.push(say(words, 'chosen'))
  said.push(...rankWords(at.p, target))
  if (nations.length) said.push(say(words, 'posts_of', { nations: nations.map((nation) => nation.name).join(', ') }))
  const settler = box.nations.find((nation) => state.nations[nation.number - 1]?.new_home === place.id)
  if (settler) said.push(say(words, 'new_home_of', { nation: settler.name }))
  else if (place.circles) {
    const open = extras.open[place.place - 1] ?? 0
    said.push(say(words, open < place.circles ? 'circles_now' : 'circles', { count: place.circles, open }))
  }
  const ships = box.nations.filter((nation) => state.nations[nation.number - 1]?.explorer === place.id)
  for (const nation of ships) said.push(say(words, 'explorer_of', { nation: nation.name }))
  if (state.league_place === place.id) said.push(say(words, 'doubled_for', { nation: nationOf(box, state.league_nation)?.name ?? '' }))
  if (place.kind === 'temple') said.push(say(words, 'temple_values', { values: place.values.join(' · ') }))
  return said
}

export function placeTip(at: AtTable, place: Place, nations: People[]): TipWords {
  const sign = SIGNS[place.kind]
  const key = place.kind === 'new_world' ? 'new_world' : place.kind === 'home' ? 'home' : place.kind
  return {
    title: placeTitle(at, place),
    note: placeNotes(at, place, nations).map(capital).join(' · '),
    lines: [explained(at.words, key in { sea: 1 } ? 'sea' : key)].map((line): TipLine => ({ ...line, icon: sign })),
    onClause: at.p.onClause,
  }
}

/** A nation's charter in words. */
export function nationNotes(at: AtTable, nation: People): string[] {
  const { words, box, state, extras } = at
  const own = state.nations[nation.number - 1]!
  const facts = extras.nations[nation.number - 1]!
  if (!nation.playing) return [say(words, 'not_playing')]
  if (!isFounded(state, nation.number)) return [say(words, 'unfounded', { potentials: nation.potentials })]
  const fleet = shipsOf(box, own.fleet).map((ship) => ship.id)
  const next = box.ships.find((ship) => extras.ships[ship.number - 1]?.next)
  const name = (id: string) => box.places.find((place) => place.id === id)?.name ?? id
  const said = [
    say(words, 'king_is', { who: seatName(at.p, own.king) }),
    say(words, 'price_is', { drachmas: facts.price ?? 0 }),
    say(words, 'risen_is', { drachmas: facts.risen ?? 0 }),
    say(words, 'coffers_are', { drachmas: own.coffers }),
    fleet.length
      ? say(words, facts.endless ? 'fleet_endless' : 'fleet_is', { ships: fleet.join(' + '), reach: facts.reach })
      : say(words, 'fleet_none'),
    ...(facts.last === null ? [] : [say(words, 'last_is', { value: facts.last })]),
    say(words, 'forecast_is', { value: facts.forecast }),
    ...(facts.with_ship === null || !next ? [] : [say(words, 'with_is', { ship: next.name, value: facts.with_ship })]),
    say(words, 'pool_is', { count: own.pool }),
    say(words, 'potentials_are', { count: own.potentials }),
  ]
  if (own.posts.length)
    said.push(say(words, 'posts_at', { places: own.posts.map((place) => box.places[place - 1]?.name ?? '').join(', ') }))
  if (own.new_home) said.push(say(words, 'new_home_at', { place: name(own.new_home) }))
  if (own.culture) said.push(say(words, 'culture_at', { place: name(own.culture) }))
  if (facts.acted) said.push(say(words, 'acted'))
  return said
}

export function nationTip(at: AtTable, nation: People): TipWords {
  return {
    title: `${nation.name} (${nation.people})`,
    note: nationNotes(at, nation).map(capital).join(' · '),
    lines: [explained(at.words, 'merchant'), explained(at.words, 'coffers'), explained(at.words, 'king')],
    onClause: at.p.onClause,
  }
}

/** What a special card brings, phase by phase. */
export const cardIncome = (at: AtTable, card: SpecialCard): string =>
  card.income.some(Boolean) ? say(at.words, 'card_income', { income: card.income.join(' · ') }) : say(at.words, 'card_no_income')

export function cardTip(at: AtTable, card: SpecialCard): TipWords {
  return {
    title: card.name,
    note: `${count(at.words, card.price, 'drachmas')} · ${cardIncome(at, card)}`,
    lines: [
      {
        icon: CARD_SIGNS[card.id] ?? 'card',
        name: card.name,
        about: at.words.table[`about_${card.id}`] ?? '',
        clause: CARD_CLAUSES[card.id] ?? '§3.1',
      },
    ],
    onClause: at.p.onClause,
  }
}

/** What is to be said of a kind of ship. */
export function shipNotes(at: AtTable, ship: Ship): string[] {
  const { words, extras, box } = at
  const own = extras.ships[ship.number - 1]!
  const said = [
    ship.range ? say(words, 'ship_range', { range: ship.range }) : say(words, 'ship_endless'),
    count(words, ship.price, 'drachmas'),
    own.left ? say(words, 'ships_left', { count: own.left }) : tell(words, 'none_left'),
  ]
  if (own.next) said.push(say(words, 'ship_next'))
  if (own.opens !== null) said.push(say(words, 'ship_opens', { phase: own.opens }))
  if (own.scraps !== null) said.push(say(words, 'ship_scraps', { ship: box.ships[own.scraps - 1]?.id ?? '' }))
  return said
}

export function shipTip(at: AtTable, ship: Ship): TipWords {
  return {
    title: capital(ship.name),
    note: shipNotes(at, ship).map(capital).join(' · '),
    lines: [explained(at.words, 'fleet')],
    onClause: at.p.onClause,
  }
}

/** The title of a round. */
export function roundTitle(at: AtTable): string {
  const round = at.box.rounds[at.state.round_number]
  if (!round) return at.p.moment.over ? say(at.words, 'end') : tell(at.words, 'poseidon_round')
  const rounds = at.box.rounds.filter((one) => one.kind === round.kind).length
  return tell(at.words, round.kind, { number: round.number, rounds })
}
