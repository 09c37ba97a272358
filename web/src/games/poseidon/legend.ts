import { say } from '../../lib/say'
import { legendOf } from '../shared/legend'

/** The signs of the game: how they are drawn, and the clause that speaks of them. */
const signs: Record<string, { icon: string; clause: string }> = {
  prestige: { icon: 'prestige', clause: '§6.1' },
  merchant: { icon: 'merchant', clause: '§4.4' },
  king: { icon: 'king', clause: '§5.7' },
  coffers: { icon: 'coffers', clause: '§5.5' },
  potential: { icon: 'potential', clause: '§5.4' },
  fleet: { icon: 'fleet', clause: '§10.4' },
  explorer: { icon: 'explorer', clause: '§9.1' },
  port: { icon: 'post', clause: '§9.4' },
  home: { icon: 'city', clause: '§9.7' },
  temple: { icon: 'temple', clause: '§10.6' },
  culture: { icon: 'culture', clause: '§3.7' },
  new_world: { icon: 'route', clause: '§10.11' },
  sea: { icon: 'coast', clause: '§10.4' },
  dark_line: { icon: 'mountain', clause: '§9.3' },
  new_home: { icon: 'house', clause: '§9.8' },
  league: { icon: 'league', clause: '§3.6' },
  trident: { icon: 'trident', clause: '§3.8' },
  cash: { icon: 'coins', clause: '§14.1' },
}

export const { explained, legend } = legendOf(
  Object.fromEntries(
    Object.entries(signs).map(([sign, facts]) => [sign, { ...facts, name: (words) => say(words, `sign_${sign}`) }]),
  ),
)
