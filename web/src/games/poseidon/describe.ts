import { capital, count, listed, say, tell } from '../../lib/say'
import type { BoardProps } from '../page'
import { seatName } from '../shared/seats'
import { nationNotes, placeTitle, roundTitle, shipNotes } from './about'
import type { AtTable } from './table'
import { boxOf, colourName, extrasOf, seatsInTurn, stateOf } from './view'

/** The table in sentences, for whoever does not see it. */
export function describe(p: BoardProps): string[] {
  const [state, box, extras] = [stateOf(p), boxOf(p), extrasOf(p)]
  const words = p.words
  const at: AtTable = { p, words, state, box, extras, watched: () => null }
  const name = (place: number) => box.places[place - 1]?.name || box.places[place - 1]?.id || ''
  const said: string[] = []

  said.push(`${box.map.name}. ${roundTitle(at)}. ${say(words, 'phase', { phase: state.phase })}.`)
  const facts = box.phases[state.phase - 1]!
  said.push(
    `${listed(words, [
      say(words, 'phase_discovery', { number: facts.discovery }),
      say(words, 'phase_posts', { number: facts.posts }),
      say(words, 'phase_home', { number: facts.home }),
      say(words, 'phase_purse', { number: facts.purse }),
    ])}.`,
  )
  if (p.moment.prompt.text) said.push(p.moment.prompt.text)
  for (const ship of box.ships) if (extras.ships[ship.number - 1]?.left) said.push(`${capital(ship.name)}: ${shipNotes(at, ship).join(', ')}.`)
  for (const number of extras.order) {
    const nation = box.nations[number - 1]!
    said.push(`${nation.name}: ${nationNotes(at, nation).join('. ')}.`)
  }
  for (const run of extras.runs?.best ?? [])
    said.push(
      `${say(words, 'run_line', { donation: run.donation, worth: run.worth })}: ${run.path.map(name).join(', ')}.`,
    )
  if (extras.run) said.push(`${say(words, 'run_now')}: ${extras.run.path.map(name).join(', ')}; ${extras.run.worth}.`)
  for (const seat of seatsInTurn(state)) {
    const [player, sums] = [state.players[seat]!, extras.players[seat]!]
    const held = box.nations
      .filter((nation) => (player.merchants[nation.number - 1] ?? 0) > 0)
      .map((nation) => `${nation.name} ${player.merchants[nation.number - 1]}`)
    const cards = box.cards.filter((card) => player.cards.includes(card.number)).map((card) => card.name)
    said.push(
      [
        `${seatName(p, seat)}, ${colourName(p, seat)}${seat === p.seat ? ` (${say(words, 'you')})` : ''}: ${count(words, player.cash, 'drachmas')}`,
        `${tell(words, 'worth')}: ${sums.worth}`,
        say(words, 'held_of', { held: sums.held, limit: box.limit }),
        ...(held.length ? [`${capital(tell(words, 'merchants'))}: ${held.join(', ')}`] : []),
        ...(cards.length ? [`${say(words, 'cards')}: ${cards.join(', ')}`] : []),
      ].join('. ') + '.',
    )
  }
  said.push(`${box.places.filter((place) => place.kind === 'temple').map((place) => placeTitle(at, place)).join('; ')}.`)
  return said
}
