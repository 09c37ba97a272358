import { preferences } from './preferences.svelte'

// A lyre of five strings: soft tones that say what happened without looking.
const TUNES = {
  move: [[392, 0]],
  turn: [
    [523, 0],
    [784, 0.13],
  ],
  chat: [[659, 0]],
  over: [
    [392, 0],
    [523, 0.12],
    [659, 0.24],
    [784, 0.36],
  ],
} satisfies Record<string, [number, number][]>

export type Tune = keyof typeof TUNES

let context: AudioContext | null = null

export function sound(tune: Tune): void {
  if (!preferences.sound) return
  context ??= new AudioContext()
  const start = context.currentTime
  for (const [pitch, after] of TUNES[tune]) {
    const string = context.createOscillator()
    const loudness = context.createGain()
    string.type = 'triangle'
    string.frequency.value = pitch
    loudness.gain.setValueAtTime(0, start + after)
    loudness.gain.linearRampToValueAtTime(tune === 'move' ? 0.05 : 0.1, start + after + 0.01)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + after + 0.45)
    string.connect(loudness).connect(context.destination)
    string.start(start + after)
    string.stop(start + after + 0.5)
  }
}
