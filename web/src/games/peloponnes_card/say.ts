import { capital, count, listed, say, tell, type GameWords } from '../../lib/say'
import { disasterName } from '../shared/civilizations'
import { FACES, lies, sees, type Box, type Card, type Civilization, type Owned, type Player } from './view'

export { disasterName }
export { capital, count, fill, listed, say, tell, type GameWords } from '../../lib/say'

/** Goods with their amounts, those that are not 0. */
export function goods(words: GameWords, of: Record<string, number>): string {
  const parts = Object.entries(of)
    .filter(([, amount]) => amount !== 0)
    .map(([good, amount]) =>
      good === 'coins' ? count(words, amount, 'cards') : good === 'luxury' ? count(words, amount, good) : `${amount} ${tell(words, good)}`,
    )
  return parts.length ? listed(words, parts) : ''
}

/** All that is printed on a power card, in words, without its name. */
export function printed(words: GameWords, box: Box, card: Card): string[] {
  const said: string[] = [tell(words, card.kind)]
  const add = (key: string, value: string) => value && said.push(`${tell(words, key)}: ${value}`)
  if (card.disaster) said.push(say(words, 'symbol_of', { disaster: disasterName(box, card.disaster) }))
  add('cost', goods(words, card.cost))
  if (card.inhabitants) said.push(count(words, card.inhabitants, 'people'))
  add('once', goods(words, card.gain))
  add('power', `${card.power}`)
  add('made', goods(words, card.production))
  add('protects', card.protects && disasterName(box, card.protects))
  if (card.special) said.push(tell(words, card.special))
  if (card.supply) said.push(tell(words, 'supply'))
  said.push(`${say(words, 'sign_value')}: ${count(words, card.value, 'cards')}`)
  return said
}

/** All that is printed on a civilization. */
export function printedCivilization(words: GameWords, box: Box, of: Civilization): string[] {
  const made = goods(words, of.production)
  return [
    tell(words, 'civilization'),
    count(words, of.inhabitants, 'people'),
    `${tell(words, 'power')}: ${of.power}`,
    ...(made ? [`${tell(words, 'made')}: ${made}`] : []),
    ...of.disasters.map((id) => say(words, 'symbol_of', { disaster: disasterName(box, id) })),
  ]
}

/** A card of a player with what lies under and on it. */
export function ownedWords(words: GameWords, { card, under, covers, taken }: Owned): string {
  const states = [
    ...(under ? [tell(words, 'mortgaged')] : []),
    ...(covers.length ? [tell(words, 'covered')] : []),
    ...(taken ? [say(words, 'taken_now')] : []),
  ]
  return states.length ? `${card.name} (${states.join(', ')})` : card.name
}

/** What a player holds: by face where the viewer sees it, else only how many. */
export function handWords(words: GameWords, player: Player): string {
  if (!sees(player)) return count(words, player.hand_count, 'cards')
  const parts = FACES.flatMap((face, k) => (player.hand[k] ? [count(words, player.hand[k]!, face)] : []))
  return parts.length ? listed(words, parts) : count(words, 0, 'cards')
}

/** The state of the luxury card. */
export function luxuryWords(words: GameWords, player: Player, limit: number): string {
  if (player.luxury_torn) return capital(tell(words, 'luxury_torn'))
  const held = say(words, 'luxury_of', { value: player.luxury, limit })
  return lies(player.luxury_cover) ? `${held}; ${tell(words, 'luxury_covered')}` : held
}
