import type { TipLine, TipWords } from '../../lib/art/tip'
import { disasterName, incomeNote } from '../shared/civilizations'
import { legendOf } from '../shared/legend'
import { capital, count, goods, say, tell, type GameWords } from './say'
import type { Box, Card, Civilization, Owned } from './view'

export const { picture, explained, legend, signTip } = legendOf({
  coins: { name: (w) => say(w, 'sign_coins'), clause: '§1.3', icon: 'coin_card' },
  wood: { name: (w) => tell(w, 'wood'), clause: '§6.7' },
  stone: { name: (w) => tell(w, 'stone'), clause: '§6.7' },
  grain: { name: (w) => tell(w, 'grain'), clause: '§9.2', icon: 'food' },
  inhabitant: { name: (w) => say(w, 'sign_inhabitants'), clause: '§7.4', icon: 'population' },
  luxury: { name: (w) => tell(w, 'luxury'), clause: '§8.1' },
  sides: { name: (w) => say(w, 'sign_sides'), clause: '§8.2', icon: 'luxury' },
  sums: { name: (w) => say(w, 'sign_sums'), clause: '§13.3', icon: 'prestige' },
  power: { name: (w) => tell(w, 'power'), clause: '§13.2', icon: 'prestige' },
  value: { name: (w) => say(w, 'sign_value'), clause: '§4.2', icon: 'least' },
  conquest: { name: (w) => say(w, 'sign_conquest'), clause: '§4.5' },
  supply: { name: (w) => tell(w, 'supply'), clause: '§3.5' },
  bid_half: { name: (w) => tell(w, 'bid_half'), clause: '§4.12', icon: 'half_coin_bid' },
  income_plus_1: { name: (w) => tell(w, 'income_plus_1'), clause: '§7.5' },
  conquest_minus_1: { name: (w) => tell(w, 'conquest_minus_1'), clause: '§4.14' },
  shield: { name: (w) => say(w, 'sign_shield'), clause: '§11.1', icon: 'shield-plague' },
  symbol: { name: (w) => say(w, 'sign_symbol'), clause: '§11.2', icon: 'plague' },
  mortgage: { name: (w) => tell(w, 'mortgaged'), clause: '§6.4', icon: 'mortgage' },
  cover: { name: (w) => tell(w, 'covered'), clause: '§10.9', icon: 'coin_card' },
  stack: { name: (w) => say(w, 'sign_stack'), clause: '§1.4', icon: 'coin_card' },
  discard: { name: (w) => say(w, 'sign_discard'), clause: '§1.4', icon: 'coin_card' },
  plague: { name: (w) => w.names['disaster']!['plague']!, clause: '§10.3' },
  earthquake: { name: (w) => w.names['disaster']!['earthquake']!, clause: '§10.4' },
  tempest: { name: (w) => w.names['disaster']!['tempest']!, clause: '§10.5' },
  drought: { name: (w) => w.names['disaster']!['drought']!, clause: '§10.6' },
  decline: { name: (w) => w.names['disaster']!['decline']!, clause: '§10.7' },
})

function line(words: GameWords, sign: string, amount: number | string, when = ''): TipLine {
  const { icon, name, clause } = explained(words, sign)
  return { icon, name: when ? `${name} · ${when}` : name, amount: String(amount), ...(clause ? { clause } : {}) }
}

const sums = (words: GameWords, of: Record<string, number>, when: string, sign: string): TipLine[] =>
  Object.entries(of)
    .filter(([, amount]) => amount)
    .map(([good, amount]) => line(words, good, `${sign}${amount}`, when))

/** What a tip says of a power card: every sign on it, one below the other. */
export function cardTip(words: GameWords, box: Box, card: Card, of: Owned | null, notes: string[]): TipWords {
  const lines: TipLine[] = []
  if (card.disaster) {
    const { name, clause } = explained(words, 'symbol')
    lines.push({ icon: card.disaster, name: `${name} · ${disasterName(box, card.disaster)}`, ...(clause ? { clause } : {}) })
  }
  lines.push(...sums(words, card.cost, tell(words, 'cost'), ''))
  if (card.inhabitants) lines.push(line(words, 'inhabitant', card.inhabitants))
  lines.push(...sums(words, card.gain, tell(words, 'once'), '+'))
  lines.push(line(words, 'power', card.power))
  lines.push(...sums(words, card.production, tell(words, 'made'), ''))
  lines.push(line(words, 'value', card.value))
  if (card.protects) {
    const shield = explained(words, `shield-${card.protects}`)
    lines.push({ ...shield, name: `${capital(tell(words, 'protects'))} ${disasterName(box, card.protects)}`, about: '' })
  }
  if (card.special) lines.push(explained(words, card.special))
  if (card.supply) lines.push(explained(words, 'supply'))
  if (of?.under) lines.push(explained(words, 'mortgage'))
  if (of?.covers.length) lines.push(explained(words, 'cover'))
  return { title: card.name, note: [`${capital(tell(words, card.kind))} · ${card.id}`, ...notes].join('. '), lines }
}

/** What a tip says of a civilization. */
export function civilizationTip(words: GameWords, box: Box, of: Civilization, covered: boolean): TipWords {
  const lines: TipLine[] = [
    line(words, 'inhabitant', of.inhabitants),
    line(words, 'power', of.power),
    ...sums(words, of.production, tell(words, 'made'), ''),
    ...of.disasters.map((id) => ({ icon: id, name: `${explained(words, 'symbol').name} · ${disasterName(box, id)}`, clause: '§11.2' })),
    { icon: 'coin_card', amount: String(of.coins), name: say(words, 'at_start'), clause: '§2.3' },
    ...(covered ? [{ ...explained(words, 'cover'), about: say(words, 'about_civilization_covered'), clause: '§10.3' }] : []),
  ]
  return { title: of.title, note: `${capital(tell(words, 'civilization'))} ${of.number}`, lines }
}

/** What inhabitants bring each round. */
export const incomeTip = (words: GameWords, box: Box): TipWords => ({
  ...signTip(words, 'inhabitant'),
  note: incomeNote(box.income, (coins, luxury) => goods(words, { coins, luxury })),
})

/** What a pile of coin cards in the hand is. */
export const faceTip = (words: GameWords, face: string, amount: number): TipWords =>
  face === 'luxury'
    ? { lines: [{ ...explained(words, 'luxury'), about: say(words, 'about_coin_luxury'), amount: String(amount), clause: '§8.3' }] }
    : { lines: [{ icon: picture(face), name: capital(count(words, amount, face)), about: say(words, `about_coin_${face}`), clause: '§1.3' }] }
