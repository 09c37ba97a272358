import { say, tell } from '../../lib/say'
import { legendOf } from '../shared/legend'

export const { explained, legend } = legendOf({
  marble: { name: (w) => tell(w, 'marble'), clause: '§10.6' },
  screen: { name: (w) => tell(w, 'marble_hidden'), clause: '§1.3' },
  house: { name: (w) => tell(w, 'house'), clause: '§5.1' },
  plaza: { name: (w) => tell(w, 'plaza'), clause: '§5.2' },
  palace: { name: (w) => tell(w, 'palace'), clause: '§5.3' },
  village: { name: (w) => tell(w, 'village'), clause: '§9.1' },
  city: { name: (w) => tell(w, 'city'), clause: '§9.2' },
  coast: { name: (w) => tell(w, 'coast'), clause: '§5.6' },
  mountain: { name: (w) => tell(w, 'mountain'), clause: '§5.6' },
  quarry: { name: (w) => tell(w, 'quarry'), clause: '§6.2' },
  tile: { name: (w) => say(w, 'sign_tile'), clause: '§6.5' },
  worker: { name: (w) => tell(w, 'worker'), clause: '§6.8' },
  temple: { name: (w) => tell(w, 'temple'), clause: '§7.1' },
  column: { name: (w) => say(w, 'sign_column'), clause: '§7.2' },
  ring: { name: (w) => say(w, 'sign_ring'), clause: '§10.5' },
  statue: { name: (w) => tell(w, 'statue'), clause: '§10.4' },
  pebble: { name: (w) => say(w, 'sign_stone'), clause: '§3.2' },
  prestige: { name: (w) => tell(w, 'score'), clause: '§10.1' },
})
