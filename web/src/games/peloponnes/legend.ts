import type { TipLine, TipWords } from '../../lib/art/tip'
import { disasterName, incomeNote } from '../shared/civilizations'
import { legendOf } from '../shared/legend'
import { capital, count, goods, say, tell, type GameWords } from './say'
import type { Box, Civilization, Tile } from './view'

export const { picture, explained, legend, signTip } = legendOf({
  coins: { name: (w) => tell(w, 'coins'), clause: '§14.1' },
  wood: { name: (w) => tell(w, 'wood'), clause: '§8.6' },
  stone: { name: (w) => tell(w, 'stone'), clause: '§8.6' },
  food: { name: (w) => tell(w, 'food'), clause: '§11.1' },
  luxury: { name: (w) => tell(w, 'luxury'), clause: '§12.1' },
  population: { name: (w) => say(w, 'sign_inhabitants'), clause: '§8.3', about: 'inhabitants' },
  prestige: { name: (w) => tell(w, 'prestige'), clause: '§14.1' },
  least: { name: (w) => say(w, 'sign_least'), clause: '§4.2' },
  any: { name: (w) => say(w, 'sign_any'), clause: '§8.2' },
  half_coin_bid: { name: (w) => tell(w, 'half_coin_bid'), clause: '§4.12' },
  ignore_land_adjacency: { name: (w) => tell(w, 'ignore_land_adjacency'), clause: '§6.3' },
  supply: { name: (w) => say(w, 'sign_supply'), clause: '§3.2' },
  conquest: { name: (w) => say(w, 'sign_conquest'), clause: '§4.5' },
  marked: { name: (w) => say(w, 'sign_marked'), clause: '§6.6' },
  shield: { name: (w) => say(w, 'sign_shield'), clause: '§10.7', icon: 'shield-plague' },
  chit: { name: (w) => say(w, 'sign_chit'), clause: '§9.2' },
  earthquake: { name: (w) => w.names['disaster']!['earthquake']!, clause: '§10.1' },
  tempest: { name: (w) => w.names['disaster']!['tempest']!, clause: '§10.2' },
  drought: { name: (w) => w.names['disaster']!['drought']!, clause: '§10.4' },
  plague: { name: (w) => w.names['disaster']!['plague']!, clause: '§10.5' },
  decline: { name: (w) => w.names['disaster']!['decline']!, clause: '§10.6' },
  blank: { name: (w) => w.names['disaster']!['blank']!, clause: '§9.3' },
})

/** What a tip says of a tile: every sign on it, one below the other. */
export function tileTip(words: GameWords, box: Box, tile: Tile, marked: boolean, notes: string[]): TipWords {
  const line = (sign: string, amount: number | string, when: string): TipLine => {
    const { icon, name, clause } = explained(words, sign)
    return { icon, name: when ? `${name} · ${when}` : name, amount: String(amount), ...(clause ? { clause } : {}) }
  }
  const signed = (amount: number) => (amount < 0 ? `−${-amount}` : `+${amount}`)
  const lines: TipLine[] = [line('prestige', tile.prestige, '')]
  for (const [good, amount] of Object.entries(tile.cost)) if (amount) lines.push(line(good, amount, tell(words, 'cost')))
  if (tile.population) lines.push(line('population', signed(tile.population), tell(words, 'once')))
  for (const [good, amount] of Object.entries(tile.gain)) if (amount) lines.push(line(good, signed(amount), tell(words, 'once')))
  for (const [good, amount] of Object.entries(tile.production))
    if (amount) lines.push(line(good, signed(amount), tell(words, 'each_round')))
  lines.push(line('least', tile.min_bid, ''))
  if (tile.protects) {
    const shield = explained(words, `shield-${tile.protects}`)
    lines.push({ ...shield, name: `${capital(tell(words, 'protects'))} ${disasterName(box, tile.protects)}`, about: '' })
  }
  if (tile.power) lines.push(explained(words, tile.power))
  if (tile.supply) lines.push(explained(words, 'supply'))
  if (marked) lines.push(explained(words, 'marked'))
  const kind = capital(tell(words, tile.kind))
  return { title: tile.name, note: [`${kind} · ${tile.id}`, ...notes.map(capital)].join('. '), lines }
}

/** What a tip says of a civilization. */
export function civilizationTip(words: GameWords, of: Civilization): TipWords {
  const lines: TipLine[] = [
    { name: say(words, 'at_start'), about: goods(words, of.start), clause: '§2.2' },
    { name: say(words, 'per_round'), about: goods(words, of.production), clause: '§8.1' },
  ]
  return { title: of.title, note: `${capital(tell(words, 'civilization'))} ${of.number}`, lines }
}

/** What inhabitants bring each round, by the table that is printed on the mat. */
export const incomeTip = (words: GameWords, box: Box): TipWords => ({
  ...signTip(words, 'population'),
  note: incomeNote(box.population_income, (coins, luxury) =>
    [count(words, coins, 'coins'), ...(luxury ? [count(words, luxury, 'luxury')] : [])].join(' + '),
  ),
})
