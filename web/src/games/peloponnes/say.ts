import { count, listed, say, tell, type GameWords } from '../../lib/say'
import { disasterName } from '../shared/civilizations'
import type { Box, Tile } from './view'

export { disasterName }
export { capital, count, fill, listed, say, tell, type GameWords } from '../../lib/say'

/** Goods with their amounts, those that are not 0. */
export function goods(words: GameWords, of: Record<string, number>): string {
  const parts = Object.entries(of)
    .filter(([, amount]) => amount !== 0)
    .map(([good, amount]) => (good === 'any' ? tell(words, 'any', { amount }) : count(words, amount, good)))
  return parts.length ? listed(words, parts) : ''
}

/** All that is printed on a tile, in words, without its name. */
export function printed(words: GameWords, box: Box, tile: Tile): string[] {
  const said: string[] = []
  const add = (key: string, value: string) => value && said.push(`${tell(words, key)}: ${value}`)
  add('cost', goods(words, tile.cost))
  said.push(`${tell(words, 'prestige')}: ${tile.prestige}`)
  add('once', goods(words, { population: tile.population, ...tile.gain }))
  add('each_round', goods(words, tile.production))
  add('protects', tile.protects && disasterName(box, tile.protects))
  if (tile.power) said.push(tell(words, tile.power))
  if (tile.supply) said.push(tell(words, 'supply'))
  said.push(`${say(words, 'sign_least')}: ${count(words, tile.min_bid, 'coins')}`)
  return said
}
