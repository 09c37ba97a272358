import type { BoardProps } from '../page'
import { seatName } from '../shared/seats'
import { count, goods, handWords, listed, luxuryWords, ownedWords, printed, say, tell } from './say'
import { bidding, boxOf, dangers, decks, extrasOf, FACES, isOut, lies, order, owned, price, stateOf, surcharge } from './view'

/** The table in sentences, for whoever does not see it. */
export function describe(p: BoardProps): string[] {
  const { words } = p
  const [state, box, extras] = [stateOf(p), boxOf(p), extrasOf(p)]
  const piles = decks(state, box)
  const said: string[] = []

  const rounds = piles.reduce((sum, deck) => sum + deck.rounds, 0)
  if (state.round_number > 0) said.push(`${tell(words, 'round', { round: state.round_number, rounds })}.`)
  said.push(`${tell(words, 'order')}: ${order(state).map((seat) => seatName(p, seat)).join(', ')}.`)
  if (p.moment.prompt.text) said.push(p.moment.prompt.text)

  state.row.slice(0, box.game.cards_shown).forEach((id, slot) => {
    const card = box.cards[id ?? '']
    if (!card) return
    const row = slot < state.open_row ? tell(words, 'open_row') : tell(words, 'conquest_row', { surcharge: surcharge(p) })
    const seat = state.bidder[slot] ?? -1
    const bid =
      seat >= 0 && bidding(state)
        ? say(words, 'bid_of', { who: seatName(p, seat), cards: state.players[seat]?.bid ?? 0 })
        : say(words, 'price_words', { cards: price(p, slot) })
    said.push(`${say(words, 'slot', { slot: slot + 1 })}, ${row}: ${[card.name, ...printed(words, box, card), bid].join('; ')}.`)
  })

  const tracks = dangers(p).map(({ name, moved, now, over }) =>
    [
      say(words, 'track_state', { disaster: name, field: moved + 1, fields: box.track.fields }),
      ...(now ? [say(words, 'disaster_strikes')] : over ? [say(words, 'disaster_struck')] : []),
    ].join(', '),
  )
  said.push(`${tracks.join('; ')}.`)
  const faces = FACES.flatMap((face, k) => (state.discard[k] ? [count(words, state.discard[k]!, face)] : []))
  const discarded = state.discard.reduce((sum, one) => sum + one, 0)
  said.push(`${say(words, 'stack_left', { count: state.stack_count })}. ${say(words, 'discard_holds', { count: discarded })}${faces.length ? `: ${listed(words, faces)}` : ''}.`)
  said.push(`${piles.map((deck) => say(words, 'deck_left', { deck: deck.name, count: deck.left })).join('; ')}.`)

  for (const seat of order(state)) {
    const player = state.players[seat]!
    const mat = extras.mats[seat]
    const civilization = box.civilizations[player.civilization ?? '']
    if (!civilization || !mat) continue
    const plus = p.moment.over ? '' : '+'
    const cards = owned(state, seat, box).map((of) => ownedWords(words, of))
    const safe = box.disasters.filter((_, k) => mat.protected[k]).map(({ name }) => name)
    const sentences = [
      `${seatName(p, seat)}, ${civilization.title}${seat === p.seat ? ` (${say(words, 'you')})` : ''}: ${tell(words, 'hand')}: ${handWords(words, player)}`,
      luxuryWords(words, player, mat.luxury_limit),
      `${tell(words, 'power')} ${mat.power}${plus}, ${tell(words, 'population')} ${mat.population}${plus}`,
      ...(isOut(state, seat) ? [tell(words, 'out')] : []),
      `${tell(words, 'produces')}: ${goods(words, mat.production) || (words.words['nothing'] ?? '')}`,
      `${count(words, mat.inhabitants, 'people')}; ${say(words, 'per_round')}: ${goods(words, mat.income)}`,
      ...(safe.length ? [say(words, 'protected', { names: listed(words, safe) })] : []),
      ...(player.civilization_torn
        ? [`${tell(words, 'civilization')}: ${say(words, 'torn')}`]
        : lies(player.civilization_cover)
          ? [`${tell(words, 'civilization')}: ${tell(words, 'covered')}`]
          : []),
      ...(cards.length ? [cards.join(', ')] : []),
    ]
    said.push(`${sentences.join('. ')}.`)
  }
  return said
}
