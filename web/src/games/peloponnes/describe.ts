import type { BoardProps } from '../page'
import { seatName } from '../shared/seats'
import { capital, count, goods, listed, printed, say, tell } from './say'
import { boxOf, decks, extrasOf, isOut, order, owned, stateOf } from './view'

/** The table in sentences, for whoever does not see it. */
export function describe(p: BoardProps): string[] {
  const { words } = p
  const [state, box, extras] = [stateOf(p), boxOf(p), extrasOf(p)]
  const piles = decks(state, box)
  const said: string[] = []

  const rounds = piles.reduce((sum, deck) => sum + deck.rounds, 0)
  if (state.round_number > 0) said.push(`${tell(words, 'round', { round: state.round_number, rounds })}.`)
  const level = box.levels.find((found) => found.level === state.options.solo_level)
  if (level) said.push(`${tell(words, 'solo', { level: level.level, target: level.target })}.`)
  said.push(`${tell(words, 'order')}: ${order(state).map((seat) => seatName(p, seat)).join(', ')}.`)
  if (p.moment.prompt.text) said.push(p.moment.prompt.text)

  state.row.slice(0, box.game.tiles_shown).forEach((id, slot) => {
    const tile = box.tiles[id ?? '']
    if (!tile) return
    const row =
      slot < state.auction_row
        ? tell(words, 'auction_row')
        : tell(words, 'conquest_short', { surcharge: box.game.conquest_surcharge })
    const seat = state.bidder[slot] ?? -1
    const bid =
      seat >= 0
        ? say(words, 'bid_of', { who: seatName(p, seat), coins: state.players[seat]?.bid ?? 0 })
        : say(words, 'no_bid')
    said.push(`${say(words, 'slot', { slot: slot + 1 })}, ${row}: ${[tile.name, ...printed(words, box, tile), bid].join('; ')}.`)
  })

  const turned = box.disasters
    .map((disaster, place) => ({ ...disaster, turned: state.struck[place] ?? 0 }))
    .filter((disaster) => disaster.id !== 'blank')
    .map(({ name, turned: chits }) =>
      say(words, 'disaster_state', { disaster: name, count: chits, needed: box.game.chits_for_disaster }),
    )
  said.push(`${turned.join('; ')}.`)
  said.push(`${piles.map((deck) => say(words, 'deck_left', { deck: deck.name, count: deck.left })).join('; ')}.`)

  for (const seat of order(state)) {
    const player = state.players[seat]!
    const civilization = box.civilizations[player.civilization ?? '']
    if (!civilization) continue
    const { coins, wood, stone, food, luxury, population } = player
    const stock = ['coins', 'wood', 'stone', 'food', 'luxury', 'population'] as const
    const amounts = { coins, wood, stone, food, luxury, population }
    const points = extras.points[seat] ?? { prestige: 0, population: 0 }
    const tiles = owned(player, box).map(
      ({ tile, marked, taken }) =>
        `${tile.name}${marked ? ` (${say(words, 'marked')})` : ''}${taken ? ` (${say(words, 'taken_now')})` : ''}`,
    )
    const sentences = [
      `${seatName(p, seat)}, ${civilization.title}${seat === p.seat ? ` (${say(words, 'you')})` : ''}: ${listed(words, stock.map((good) => count(words, amounts[good], good)))}`,
      `${tell(words, 'prestige')} ${points.prestige}, ${tell(words, 'population')} ${points.population}`,
      ...(isOut(state, seat) ? [say(words, 'passed')] : []),
      `${say(words, 'per_round')}: ${goods(words, extras.production[seat] ?? {}) || (words.words['nothing'] ?? '')}`,
      ...(tiles.length ? [tiles.join(', ')] : []),
    ]
    said.push(`${sentences.map(capital).join('. ')}.`)
  }
  return said
}
