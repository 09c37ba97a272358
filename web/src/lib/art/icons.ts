/**
 * The signs: drawn in a square of 24, one stroke width. `soft` is filled with a tint of the sign's colour, `solid` with
 * the colour itself, `line` is stroked. `tone` names the colour; without it a sign is drawn in the colour of the text.
 */
export interface Drawing {
  soft?: string
  solid?: string
  line?: string
  tone?: string
}

const dot = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** A leaf from (x, y) to (u, v), as wide as `w`. */
function leaf(x: number, y: number, u: number, v: number, w: number): string {
  const [mx, my] = [(x + u) / 2, (y + v) / 2]
  const long = Math.hypot(u - x, v - y)
  const [nx, ny] = [(-(v - y) / long) * w, ((u - x) / long) * w]
  const n = (value: number) => Math.round(value * 100) / 100
  return `M${x} ${y}Q${n(mx + nx)} ${n(my + ny)} ${u} ${v}Q${n(mx - nx)} ${n(my - ny)} ${x} ${y}Z`
}

const ear =
  leaf(12, 7.6, 12, 2, 2.6) +
  [0, 1, 2]
    .map((row) => {
      const y = 11.4 + row * 3.7
      return leaf(11.6, y, 6.9, y - 4.2, 2.3) + leaf(12.4, y, 17.1, y - 4.2, 2.3)
    })
    .join('')

/** The leaves of a laurel wreath that is open at the top. */
export const laurelLeaves = (() => {
  let leaves = ''
  for (let k = 0; k < 6; k++) {
    const angle = (100 + k * 26) * (Math.PI / 180)
    const x = 12 + 8 * Math.cos(angle)
    const y = 12.4 + 8 * Math.sin(angle)
    for (const [turn, length] of [
      [62, 4.6],
      [128, 4],
    ] as const) {
      const to = angle + turn * (Math.PI / 180)
      const [u, v] = [x + length * Math.cos(to), y + length * Math.sin(to)]
      const n = (value: number) => Math.round(value * 100) / 100
      leaves += leaf(n(x), n(y), n(u), n(v), 1.5) + leaf(n(24 - x), n(y), n(24 - u), n(v), 1.5)
    }
  }
  return leaves
})()

const amphora =
  'M9 3h6M10 3v3.4C7 7.4 5.3 10 5.3 12.9c0 3.1 2 5.5 4.5 7.3V21h4.4v-.8c2.5-1.8 4.5-4.2 4.5-7.3 0-2.9-1.7-5.5-4.7-6.5V3'

const disasters: Record<string, Drawing> = {
  plague: {
    solid:
      'M3.2 16.6C3 11.4 6.6 8 11 8c1.7 0 3.1.4 4.3 1.1.2-1.7 1.2-2.7 2.5-2.6 1.2.1 2 1.1 1.9 2.4-.1.8-.4 1.4-.9 1.8l3.3 3.7c.6.8.2 1.8-.8 2l-4.5.9v1.2H6.5c-1.8 0-3.2-.5-3.3-1.9ZM18 13.9a.9.9 0 1 0 0-1.8.9.9 0 0 0 0 1.8Z',
    line: 'M4.2 17.6c-2 .6-2.3 3.4.6 3.4h8.7',
  },
  earthquake: {
    soft: 'M8 6.8h8v10.6H8z',
    line: 'M5.6 3.6h12.8v3.2H5.6zM5.6 17.4h12.8v3.2H5.6zM8 6.8v10.6M16 6.8v10.6M13.2 6.8l-2.4 3.7 2.9 2.4-2.2 4.5',
  },
  tempest: {
    solid: 'M17.2 1.8l-4.9 6.1h3l-1.5 4.6 5.8-6.6h-3.2z',
    line: 'M2.2 17.6c2-5.3 4.7-7.9 8.2-7.4-1.9.9-2.3 2.8-1.5 4.3 1.2 2.2 4.2 2.5 6.1.7 1.9-1.7 4.5-1.7 6.8 0M2.2 21.2c2.2-1.6 4.3-1.6 6.5 0 2.2 1.5 4.4 1.5 6.6 0 2.2-1.6 4.3-1.6 6.5 0',
  },
  drought: {
    soft: dot(12, 12, 5),
    line: `${dot(12, 12, 5)}M12.8 7l-2.3 3.7 3 2.2L11.6 17M12 1.8v2.4M12 19.8v2.4M1.8 12h2.4M19.8 12h2.4M4.8 4.8l1.7 1.7M17.5 17.5l1.7 1.7M19.2 4.8l-1.7 1.7M6.5 17.5l-1.7 1.7`,
  },
  decline: {
    soft: 'M5.2 12.4l2.6-2 2 3 2.6-2.9 2.2 3 2.4-2.6 1.8 1.7c-.1 3.2-2 5.6-4.6 7.5v.9H9.8v-.9c-2.6-1.9-4.5-4.2-4.6-7.7Z',
    line: 'M5.2 12.4l2.6-2 2 3 2.6-2.9 2.2 3 2.4-2.6 1.8 1.7c-.1 3.2-2 5.6-4.6 7.5v.9H9.8v-.9c-2.6-1.9-4.5-4.2-4.6-7.7ZM11.2 2.6l6 1.7M12.2 2.9l-.9 2.7-1.8 1.5M16.3 4l-.7 2.9 1.1 1.7M19.5 6.2l2 1.6M5.6 5.2l-2 1.4',
  },
}

export const drawings: Record<string, Drawing> = {
  // Goods.
  wood: {
    tone: 'wood',
    soft: 'M6.2 7.5h12.3c1.7 0 3 2.2 3 4.9s-1.3 4.9-3 4.9H6.2z',
    line: `M6.2 7.5h12.3c1.7 0 3 2.2 3 4.9s-1.3 4.9-3 4.9H6.2M2.9 12.4c0-2.7 1.5-4.9 3.3-4.9s3.3 2.2 3.3 4.9-1.5 4.9-3.3 4.9-3.3-2.2-3.3-4.9ZM12.8 11h4.4M14 14.3h3.6`,
    solid: dot(6.2, 12.4, 1.3),
  },
  stone: {
    tone: 'stone',
    soft: 'M12 3.2l8.6 4.3L12 11.8 3.4 7.5zM12 11.8v9.1l8.6-4.5V7.5z',
    line: 'M12 3.2l8.6 4.3v8.9L12 20.9l-8.6-4.5V7.5zM3.4 7.5L12 11.8l8.6-4.3M12 11.8v9.1',
  },
  food: { tone: 'food', solid: ear, line: 'M12 22v-13' },
  population: {
    tone: 'population',
    solid: `${dot(12, 4.8, 3)}M6.7 21.8l1.7-10.4C8.7 9.7 10.1 8.9 12 8.9s3.3.8 3.6 2.5l1.7 10.4Z`,
  },
  coins: {
    tone: 'coin',
    soft: dot(12, 12, 9.2),
    line: `${dot(12, 12, 9.2)}M6.6 12.6C8 9.7 9.8 8.3 12 8.3s4 1.4 5.4 4.3C16 15 14.2 16.2 12 16.2s-4-1.2-5.4-3.6Z`,
    solid: dot(12, 12.3, 2.1),
  },
  luxury: {
    tone: 'luxury',
    soft: amphora,
    line: `${amphora}M10 4.7C6.8 4.2 5 6.3 6.4 8.9M14 4.7c3.2-.5 5 1.6 3.6 4.2M5.6 12.2h12.8M6.5 15.5h11`,
  },
  prestige: { tone: 'prestige', solid: laurelLeaves, line: 'M12 21.4l-2-1.5M12 21.4l2-1.5' },
  any: {
    tone: 'coin',
    solid: leaf(17.2, 10.6, 17.2, 2, 5.2),
    soft: `M2.5 5.2h8v4.4h-8zM3.3 14h6.8v6.8H3.3z${dot(17.2, 17.4, 4)}`,
    line: `M4 5.2h5c1.2 0 1.8.9 1.8 2.2s-.6 2.2-1.8 2.2H4c-1.2 0-1.8-.9-1.8-2.2S2.8 5.2 4 5.2ZM3.3 14h6.8v6.8H3.3z${dot(17.2, 17.4, 4)}M17.2 10.6V12`,
  },

  // Powers and marks.
  half_coin_bid: {
    tone: 'coin',
    soft: 'M12 2.8a9.2 9.2 0 0 0 0 18.4z',
    line: 'M12 2.8a9.2 9.2 0 0 0 0 18.4zM15.8 3.7l1.2.6M19.5 6.5l.8 1.2M21.2 11.3v1.4M20.3 16.3l-.8 1.2M17 19.7l-1.2.6M12 8.4c-2.2 0-4 1.4-5.4 4.2 1.4 2.4 3.2 3.6 5.4 3.6',
    solid: 'M12 10.2a2.1 2.1 0 0 0 0 4.2z',
  },
  ignore_land_adjacency: {
    soft: 'M2.2 13.5h7.3v7.3H2.2z',
    line: 'M2.2 13.5h7.3v7.3H2.2zM14.5 13.5h7.3v7.3h-7.3zM5.8 9.8C7 5.8 9.2 4 12 4s5 1.8 6.2 5.8M15 8.2l3.4 2 2-3.4M9 8.2l-3.4 2-2-3.4',
  },
  supply: {
    tone: 'food',
    soft: 'M3.2 12.2h17.6l-2 8.9H5.2z',
    line: 'M3.2 12.2h17.6l-2 8.9H5.2zM4.2 16.6h15.6M9 12.2l.8 8.9M15 12.2l-.8 8.9',
    solid: leaf(12, 11, 12, 2.4, 2.8) + leaf(8, 11, 5.2, 3.6, 2.6) + leaf(16, 11, 18.8, 3.6, 2.6),
  },
  conquest: {
    solid:
      'M3 12.3C2.7 6.2 6.7 2 12.3 2c5.4 0 9.2 3.8 9.5 9.6l-2.7.5c-.3-4.3-2.9-7-6.8-7-4 0-6.5 2.7-6.5 7.2ZM7.5 12.7c0-3.7 1.8-6 4.9-6s5 2.3 5 6.2v7.3l-3.5 1.9-.3-6 2.2-2.4-4.3-.9-1.7 1.5.5 6.7H9c-1-2.4-1.5-5.2-1.5-8.3Z',
  },
  least: { tone: 'coin', soft: dot(12, 9.6, 7.2), line: `${dot(12, 9.6, 7.2)}M4.8 21.4h14.4`, solid: dot(12, 9.6, 2) },
  marked: {
    tone: 'coin',
    soft: dot(12, 7.4, 5.4),
    line: `${dot(12, 7.4, 5.4)}M2.8 21.4h18.4M2.8 21.4v-6h5.4v3h7.6v-3h5.4v6M12 18.4v3`,
    solid: dot(12, 7.4, 1.9),
  },
  land: {
    soft: 'M2.5 19.5l6-9.5 4 6 2.5-3.5 6.5 7z',
    line: 'M2.5 19.5l6-9.5 4 6 2.5-3.5 6.5 7z',
    solid: dot(17.2, 6.6, 2.4),
  },
  building: {
    soft: 'M3.5 9.2L12 3.8l8.5 5.4z',
    line: 'M3.5 9.2L12 3.8l8.5 5.4zM5.8 9.2v8.6M10 9.2v8.6M14 9.2v8.6M18.2 9.2v8.6M3.5 20.5h17M4.5 17.8h15',
  },
  civilization: { line: 'M6 21.5V3M6 4.2c4-2 7.5 2 12.5.2v8.4c-5 1.8-8.5-2.2-12.5-.2', soft: 'M6 4.2c4-2 7.5 2 12.5.2v8.4c-5 1.8-8.5-2.2-12.5-.2z' },
  chit: { soft: dot(12, 12, 8.8), line: `${dot(12, 12, 8.8)}M8.7 8.7h6.6v6.6H11v-2.8h1.8` },
  blank: { line: `${dot(12, 12, 8.8)}M9 12h6` },
  bank: { tone: 'coin', soft: 'M4 10h16v10H4z', line: `M4 10h16v10H4zM2.8 10L12 3.6l9.2 6.4z${dot(12, 15, 2.4)}` },
  ...disasters,

  // Marble and what is built of it.
  marble: {
    tone: 'marble',
    soft: 'M12 2.8l8.4 4.3v9.8L12 21.2l-8.4-4.3V7.1z',
    line: 'M12 2.8l8.4 4.3v9.8L12 21.2l-8.4-4.3V7.1zM3.6 7.1L12 11.4l8.4-4.3M12 11.4v9.8M6.4 12.2l2.6 3.2',
  },
  column: {
    tone: 'marble',
    soft: 'M8.2 7h7.6l.7 11H7.5z',
    line: 'M6 3.4h12v3.2H6zM8.2 6.6L7.5 18M15.8 6.6l.7 11.4M12 8.6v7.6M5.4 18h13.2v3H5.4z',
  },
  ring: { tone: 'gold', line: `${dot(12, 12, 8.6)}${dot(12, 12, 4.8)}`, soft: `${dot(12, 12, 8.6)}` },
  house: { soft: 'M5 11h14v9.4H5z', line: 'M2.6 12.4L12 4l9.4 8.4M5 10.6v9.8h14v-9.8M10 20.4v-5.2h4v5.2' },
  plaza: {
    soft: 'M4.2 4.2h15.6v15.6H4.2z',
    line: 'M3.6 3.6h16.8v16.8H3.6zM12 8.4l3.6 3.6-3.6 3.6L8.4 12z',
    solid: dot(6.8, 6.8, 1) + dot(17.2, 6.8, 1) + dot(6.8, 17.2, 1) + dot(17.2, 17.2, 1),
  },
  palace: {
    soft: 'M7.6 9.4h8.8v11.2H7.6z',
    line: 'M7 9L12 5.2 17 9M7.6 9v11.6M16.4 9v11.6M2.4 20.6h19.2M3 20.6v-7h4.6M21 20.6v-7h-4.6M10.4 20.6v-4.4a1.6 1.6 0 0 1 3.2 0v4.4M12 5.2V1.8l3 1.2-3 1.2',
  },
  house_plaza: {
    soft: 'M2.8 10.4h8.6v8.2H2.8z',
    line: 'M1.4 11.4L7.1 6l5.7 5.4M2.8 10.2v8.4h8.6v-8.4M14.8 11h7.4v7.6h-7.4zM18.5 13.1l1.7 1.7-1.7 1.7-1.7-1.7z',
  },
  temple: {
    soft: 'M3 8.6L12 3.2l9 5.4z',
    line: 'M3 8.6L12 3.2l9 5.4zM6 8.6v9M10 8.6v9M14 8.6v9M18 8.6v9M2.6 20.8h18.8M4 17.8h16',
  },
  statue: {
    tone: 'gold',
    solid: `${dot(11.4, 4.4, 2.3)}M8.2 7.6h5.6l3.6-4 1.4 1.2-3.4 5-.7 6.6h-1.3l-.9-4.4-1 4.4H10l-.9-5.4-2.5 2-1-1.3Z`,
    line: 'M6.6 21.2h10.8M8 18.2h8v3H8z',
  },
  quarry: {
    soft: 'M2.6 20.4h18.8l-2.6-4.2h-3.4l-1.8-4h-3.2l-1.8 4H5.2z',
    line: 'M2.6 20.6h18.8l-2.6-4.4h-3.4l-1.8-4h-3.2l-1.8 4H5.2zM13.4 11.6L19 4.2M15.2 2.6c2.8-.2 4.8 1.2 6 4.2',
  },
  worker: {
    tone: 'terracotta',
    soft: 'M5.4 18.6c.3-3.7 2.3-5.7 6.6-5.7s6.3 2 6.6 5.7z',
    solid: dot(12, 7.4, 4.2),
    line: 'M5.4 18.6c.3-3.7 2.3-5.7 6.6-5.7s6.3 2 6.6 5.7zM4 21.4h16',
  },
  tile: { soft: 'M4.4 3.6h15.2v16.8H4.4z', line: 'M4.4 3.6h15.2v16.8H4.4zM8.4 16.6h7.2M10.4 7.2l2.2-.9v6.6' },
  city: {
    soft: 'M2.6 20.4V12l4-3 4 3V8.6L15 5l4.4 3.6v11.8z',
    line: 'M2.6 20.6V12l4-3 4 3v8.6M10.6 12V8.6L15.2 5l4.6 3.6v12M1.6 20.6h20.8M14 20.6v-5h2.6v5',
  },
  village: { soft: 'M3 20.4v-6.6L7.6 10l4.6 3.8v6.6z', line: 'M3 20.4v-6.6L7.6 10l4.6 3.8v6.6zM14 20.4v-5l3.6-3 3.6 3v5zM1.6 20.6h20.8', },
  coast: { line: 'M2.4 9.8c2.2-2.6 4.4-2.6 6.4 0s4.2 2.6 6.4 0 4.4-2.6 6.4 0M2.4 15c2.2-2.6 4.4-2.6 6.4 0s4.2 2.6 6.4 0 4.4-2.6 6.4 0' },
  mountain: { soft: 'M1.8 20L9 6l4.6 8.6 2.4-4L22.2 20z', line: 'M1.8 20L9 6l4.6 8.6 2.4-4L22.2 20zM6.6 10.6l2 1.4 1.8-1.4' },
  screen: {
    soft: 'M3 5.6h18v14H3z',
    line: 'M3 5.6h18v14H3zM9 5.6v14M15 5.6v14M3 8.6h18M1.8 21.4h20.4',
  },
  pebble: { soft: 'M3.4 13c0-4.4 4-7.4 9-7.4s8.2 2.8 8.2 6.8-3.4 7-8.6 7-8.6-2.4-8.6-6.4z', line: 'M3.4 13c0-4.4 4-7.4 9-7.4s8.2 2.8 8.2 6.8-3.4 7-8.6 7-8.6-2.4-8.6-6.4zM7.4 11c.8-1.6 2.2-2.4 4-2.6' },

  // The table around the game.
  undo: { line: 'M9 14.5L4 9.5l5-5M4 9.5h10.5a5.5 5.5 0 0 1 0 11H10' },
  redo: { line: 'M15 14.5l5-5-5-5M20 9.5H9.5a5.5 5.5 0 0 0 0 11H14' },
  hint: {
    soft: 'M3 13.5h13.5c0 3.8-2.4 6-6 6s-6.5-2.2-7.5-6z',
    line: 'M3 13.5h13.5c0 3.8-2.4 6-6 6s-6.5-2.2-7.5-6zM16.3 15c3.7.3 5.2-1.2 4.7-3.4-.3-1.3-2-1.5-2.6-.3M7.5 21.5h6',
    solid: 'M6.3 10.8C4.7 8.6 5.6 6.5 7.3 4.9c.6-.6 1-1.5.9-2.7 2.6 1.7 3.9 5.7 1.3 8.6Z',
  },
  log: {
    soft: 'M6 5.5h11v13H6z',
    line: 'M6 18.5V6a2.5 2.5 0 0 0-5 0v1.5h5M6 3.5h9.5A2.5 2.5 0 0 1 18 6v9.5M3.5 3.5h3M6 18.5a2.2 2.2 0 0 0 2.2 2h12.3a2.5 2.5 0 0 0 2.5-2.5v-2.5H10.5V18a2.3 2.3 0 0 1-2.3 2.5M9.5 8h5M9.5 11.5h5',
  },
  rules: { soft: 'M12 6.5C9.5 4.5 6 4 3 4.5v14c3-.5 6.5 0 9 2z', line: 'M12 6.5C9.5 4.5 6 4 3 4.5v14c3-.5 6.5 0 9 2 2.5-2 6-2.5 9-2v-14c-3-.5-6.5 0-9 2zM12 6.5v14' },
  chat: { line: 'M4 4.5h16v11.5h-8.5L7 20.5V16H4zM8 8.7h8M8 12h5' },
  history: { soft: 'M8 20.5c0-3 1.5-4.5 4-6.5 2.5 2 4 3.5 4 6.5z', line: 'M5.5 3.5h13M5.5 20.5h13M7 3.5c0 4.5 2 6 5 8.5 3-2.5 5-4 5-8.5M7 20.5c0-4.5 2-6 5-8.5 3 2.5 5 4 5 8.5' },
  sun: { line: `${dot(12, 12, 4.2)}M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M19.1 4.9l-1.8 1.8M6.7 17.3l-1.8 1.8` },
  moon: { soft: 'M19.5 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10 10.5Z', line: 'M19.5 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10 10.5Z' },
  sound: { soft: 'M3 9.5v5h4l5 4v-13l-5 4z', line: 'M3 9.5v5h4l5 4v-13l-5 4zM15.5 8.5a5 5 0 0 1 0 7M18.3 5.8a9 9 0 0 1 0 12.4' },
  silent: { soft: 'M3 9.5v5h4l5 4v-13l-5 4z', line: 'M3 9.5v5h4l5 4v-13l-5 4zM16 9.5l5 5M21 9.5l-5 5' },
  settings: { line: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5h4v5h-4zM7 14.5h4v5H7z' },
  link: { line: 'M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-5.7 0l-3.2 3.2a4 4 0 0 0 5.7 5.7l1.3-1.3' },
  copy: { line: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4' },
  download: { line: 'M12 3.5v11.5M7 10.5l5 5 5-5M4 17v3.5h16V17' },
  upload: { line: 'M12 15.5V4M7 8.5l5-5 5 5M4 17v3.5h16V17' },
  close: { line: 'M5.5 5.5l13 13M18.5 5.5l-13 13' },
  plus: { line: 'M12 4.5v15M4.5 12h15' },
  minus: { line: 'M4.5 12h15' },
  play: { solid: 'M7.5 4.5l12 7.5-12 7.5z' },
  pause: { solid: 'M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z' },
  prev: { line: 'M15 4.5L7.5 12l7.5 7.5' },
  next: { line: 'M9 4.5l7.5 7.5L9 19.5' },
  first: { line: 'M18 4.5L10.5 12l7.5 7.5M6 4.5v15' },
  last: { line: 'M6 4.5l7.5 7.5L6 19.5M18 4.5v15' },
  up: { line: 'M4.5 15L12 7.5l7.5 7.5' },
  down: { line: 'M4.5 9l7.5 7.5L19.5 9' },
  menu: { line: 'M4 6.5h16M4 12h16M4 17.5h16' },
  more: { solid: dot(5, 12, 1.8) + dot(12, 12, 1.8) + dot(19, 12, 1.8) },
  robot: {
    soft: 'M5 8.5h14v10.5H5z',
    line: 'M5 8.5h14v10.5H5zM12 8.5V4.8M2.5 12v3.5M21.5 12v3.5M9.5 16h5',
    solid: dot(9, 12.4, 1.3) + dot(15, 12.4, 1.3) + dot(12, 3.7, 1.5),
  },
  eye: { line: 'M2 12c2.5-4.7 5.8-7 10-7s7.5 2.3 10 7c-2.5 4.7-5.8 7-10 7S4.5 16.7 2 12Z', solid: dot(12, 12, 3.2) },
  person: { line: `${dot(12, 7.5, 4)}M4 21c.6-5 3.2-7.5 8-7.5s7.4 2.5 8 7.5` },
  people: { line: `${dot(9, 8, 3.6)}M2 20.5c.5-4.6 2.8-6.8 7-6.8s6.5 2.2 7 6.8M15.5 4.6a3.6 3.6 0 0 1 0 6.8M18.5 14.3c2.2.9 3.3 3 3.5 6.2` },
  crown: { tone: 'prestige', solid: laurelLeaves, line: 'M12 21.4l-2-1.5M12 21.4l2-1.5' },
  warning: { soft: 'M12 3.5L22 20.5H2z', line: 'M12 3.5L22 20.5H2zM12 10v4.7', solid: dot(12, 17.4, 1.2) },
  info: { line: `${dot(12, 12, 9)}M12 11v6`, solid: dot(12, 7.4, 1.3) },
  check: { line: 'M4.5 12.5l5 5.5 10-12' },
  search: { line: `${dot(10.5, 10.5, 6.5)}M15.3 15.3l5.7 5.7` },
  clock: { line: `${dot(12, 12, 9)}M12 6.5V12l4 2.5` },
  home: { line: 'M3.5 11L12 4l8.5 7M6 9.5v10.5h12V9.5M10 20v-6h4v6' },
  flag: { soft: 'M6 4.2h11.5L15 8.4l2.5 4.2H6z', line: 'M6 21.5V3M6 4.2h11.5L15 8.4l2.5 4.2H6' },
  dice: { line: 'M4.5 4.5h15v15h-15z', solid: dot(8.7, 8.7, 1.4) + dot(15.3, 8.7, 1.4) + dot(12, 12, 1.4) + dot(8.7, 15.3, 1.4) + dot(15.3, 15.3, 1.4) },
  language: { line: `${dot(12, 12, 9)}M3 12h18M12 3c3 2.7 4.3 5.7 4.3 9s-1.3 6.3-4.3 9c-3-2.7-4.3-5.7-4.3-9s1.3-6.3 4.3-9Z` },
  offline: { line: 'M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4.2-2.5M19 12a10 10 0 0 0-4-2.4M2 8.5a14.5 14.5 0 0 1 4.2-2.7M22 8.5A14.5 14.5 0 0 0 10.5 5', solid: dot(12, 19, 1.4) },
  sheet: { line: 'M5 3.5h14v17H5zM5 8.5h14M5 12.5h14M5 16.5h14M13 8.5v12' },
  chart: { line: 'M3.5 3.5v17h17M7 15l4-5 3.5 3L20 6' },
  trash: { line: 'M4 6.5h16M9 6.5v-3h6v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6' },
  exit: { line: 'M14 3.5H4.5v17H14M9.5 12h11.5M17 8l4 4-4 4' },
  zoom_out: { line: `${dot(10.5, 10.5, 6.5)}M15.3 15.3l5.7 5.7M7.8 10.5h5.4` },
  zoom: { line: `${dot(10.5, 10.5, 6.5)}M15.3 15.3l5.7 5.7M10.5 7.8v5.4M7.8 10.5h5.4` },

  // The players' emblems, cut out of one colour.
  owl: {
    solid: `M5.6 2.6L9.2 4.5c1.8-.6 3.8-.6 5.6 0l3.6-1.9c.7 2.3.6 4.2 0 5.7 1 3 .7 6.4-1.2 9.2L16.6 21h-3l-.5-1.5h-2.2l-.5 1.5h-3l-.6-3.5c-1.9-2.8-2.2-6.2-1.2-9.2-.6-1.5-.7-3.4 0-5.7Z${dot(9.1, 8.4, 2.3)}${dot(14.9, 8.4, 2.3)}${dot(9.1, 8.4, 1)}${dot(14.9, 8.4, 1)}M12 10l-1.1 2.2L12 14l1.1-1.8z`,
  },
  dolphin: {
    solid:
      'M1.6 13.2c.8-.8 1.8-1.3 3-1.4C6.3 7.6 9.7 5.3 13.7 5.3c.3-1.5 1.3-2.6 3-3.1-.1 1.5.1 2.7.6 3.7 3 1.4 4.6 4.1 4.4 7.8-.1 2-.5 3.5-1.3 4.9l1.6 3.2c-2.2.2-3.7-.4-4.6-1.8-1.7.5-3.3.2-4.9-.9l4-1.6c1-1.7 1.4-3.3 1.2-4.7-1.2-1.8-2.9-2.6-5-2.5.3 1.7-.3 3.2-1.9 4.4-.3-1.6-1-2.7-2-3.4-1.5.5-2.7 1.2-3.6 2.2-1.3.4-2.5.3-3.6-.3Z' + dot(8.3, 10, .8),
  },
  bull: {
    solid: `M2.6 3.2c.2 3.2 2 5.1 5.5 5.5 1-1 2.3-1.5 3.9-1.5s2.9.5 3.9 1.5c3.5-.4 5.3-2.3 5.5-5.5 2 3.6 1 7.4-2.6 8.6l-1.5.3c.1 2.1-.7 4-1.5 5.4.5 2.4-1 4.2-3.8 4.2s-4.3-1.8-3.8-4.2c-.8-1.4-1.6-3.3-1.5-5.4l-1.5-.3C1.6 10.6.6 6.8 2.6 3.2Z${dot(9.4, 12.4, 1)}${dot(14.6, 12.4, 1)}M10 17.7l1.3 1.1zM14 17.7l-1.3 1.1z${dot(10.6, 18.8, .7)}${dot(13.4, 18.8, .7)}`,
  },
  lyre: {
    solid:
      'M6.4 14.4h11.2c.7 4.5-1.6 7.8-5.6 7.8s-6.3-3.3-5.6-7.8ZM7.6 1.4l2 1.4C7.3 6.2 7.5 9.9 9.7 13.3H6.3C3.8 9 4.2 4.8 7.6 1.4ZM16.4 1.4l-2 1.4c2.3 3.4 2.1 7.1-.1 10.5h3.4c2.5-4.3 2.1-8.5-1.3-11.9Z',
    line: 'M10.8 6v8.6M13.2 6v8.6M9.2 5.8h5.6',
  },
  horse: {
    solid: `M7.6 21.8c0-3.7 1.3-6 3.6-8.2-1.9.9-3.2 1.9-4.9 2-1.8.1-3.1-1-3.1-2.8 1.9-2 2.8-4.3 4.7-6.4L7.3 2.6l3.6 1.7c5.5.1 9 4.2 9.2 9.9.1 2.9-.5 5.4-1.1 7.6Z${dot(10, 8.6, .9)}M14 6.5c2.3 1.3 3.5 3.6 3.6 6.8l.9 0c-.2-3.6-1.7-6-4.5-6.8Z`,
  },
}

/** A sign by its name; `shield-plague` is a round shield with the sign of the plague. */
export function drawing(name: string): { drawing: Drawing; shield: boolean } {
  const shield = name.startsWith('shield')
  const found = drawings[shield ? name.slice(7) : name]
  return { drawing: found ?? (shield ? {} : drawings['blank']!), shield }
}
