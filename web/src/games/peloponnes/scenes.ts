/** What a picture is made from. The card game draws the same buildings and lands (../peloponnes_card/pictures.ts). */
export interface Pictured {
  id: string
  kind: 'land' | 'building'
  terrain: readonly string[]
}

/** A shape of a picture: what it is filled with, its path, and for a line its width. Pictures are 120 wide and 84 high. */
export interface Shape {
  fill: string
  d: string
  line?: number
}

export const GLAZE = '#2b1f18'
export const CLAY = '#b9572f'
export const LIGHT = '#e2a36f'
export const PALE = '#f3d9b5'
export const CREAM = '#fdf3e0'
export const SEA = '#2b7d99'
export const FOAM = '#8fc3d1'
const OLIVE = '#66752f'
export const LEAF = '#8b9a4b'
const GOLD = '#d09a35'

const FLOOR = 72

const n = (value: number) => Math.round(value * 10) / 10
export const box = (x: number, y: number, w: number, h: number) => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`
export const disk = (x: number, y: number, r: number) => `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`
const dome = (x: number, y: number, r: number, h = r) => `M${n(x - r)} ${n(y)}C${n(x - r)} ${n(y - h * 1.33)} ${n(x + r)} ${n(y - h * 1.33)} ${n(x + r)} ${n(y)}Z`
export const poly = (...points: number[]) => points.map((value, k) => (k % 2 ? ` ${n(value)}` : `${k ? 'L' : 'M'}${n(value)}`)).join('') + 'Z'
export const times = (count: number, make: (k: number) => string) => Array.from({ length: count }, (_, k) => make(k)).join('')

/** A column with capital and foot, from `top` down to `foot`. */
function column(x: number, top: number, foot: number, w: number): string {
  return (
    poly(x - w * 0.42, top + 2, x + w * 0.42, top + 2, x + w * 0.5, foot - 1.5, x - w * 0.5, foot - 1.5) +
    box(x - w * 0.8, top, w * 1.6, 2.2) +
    box(x - w * 0.7, foot - 1.6, w * 1.4, 1.6)
  )
}

export const columns = (count: number, from: number, to: number, top: number, foot: number, w: number) =>
  times(count, (k) => column(from + ((to - from) * k) / (count - 1), top, foot, w))

/** An arched opening that stands on `foot`; it runs the other way round than walls, and so is cut out of them. */
export const arch = (x: number, foot: number, r: number, high: number) =>
  `M${n(x + r)} ${n(foot)}V${n(foot - high + r)}a${n(r)} ${n(r)} 0 0 0 ${n(-2 * r)} 0V${n(foot)}Z`

export const wave = (y: number, from = 0, to = 120, step = 10) => {
  let d = `M${from} ${y}`
  for (let x = from; x < to; x += step) d += `q${step / 4} -3 ${step / 2} 0t${step / 2} 0`
  return d
}

export const cypress = (x: number, foot: number, h: number, w = h * 0.22) =>
  `M${n(x)} ${n(foot - h)}C${n(x + w)} ${n(foot - h * 0.6)} ${n(x + w)} ${n(foot - h * 0.15)} ${n(x + w * 0.35)} ${n(foot - h * 0.08)}V${n(foot)}H${n(x - w * 0.35)}V${n(foot - h * 0.08)}C${n(x - w)} ${n(foot - h * 0.15)} ${n(x - w)} ${n(foot - h * 0.6)} ${n(x)} ${n(foot - h)}Z`

const jar = (x: number, foot: number, h: number) => {
  const w = h * 0.3
  return `M${n(x - w * 0.5)} ${n(foot - h)}h${n(w)}l${n(-w * 0.2)} ${n(h * 0.25)}c${n(w * 1.1)} ${n(h * 0.15)} ${n(w * 0.7)} ${n(h * 0.5)} ${n(w * 0.1)} ${n(h * 0.75)}h${n(-w * 0.8)}c${n(-w * 0.6)} ${n(-h * 0.25)} ${n(-w)} ${n(-h * 0.6)} ${n(w * 0.1)} ${n(-h * 0.75)}Z`
}

const spear = (x: number, top: number, foot: number) =>
  box(x - 0.6, top + 4, 1.2, foot - top - 4) + poly(x, top - 2, x + 2, top + 4.5, x - 2, top + 4.5)

/** A sun behind a building. */
export const sun = (x = 60, y = 44, r = 31): Shape => ({ fill: PALE, d: disk(x, y, r) })
export const floor = (fill = CLAY): Shape => ({ fill, d: box(0, FLOOR, 120, 12) })
const stripe: Shape = { fill: LIGHT, d: times(12, (k) => `M${k * 10 + 1} 80v-4h6v2.5h-3`), line: 1 }

const buildings: Record<string, () => Shape[]> = {
  // Barracks: a long hall, shields on the wall, spears beside it.
  A11: () => [
    sun(),
    { fill: GLAZE, d: poly(14, 38, 60, 20, 106, 38, 106, 41, 14, 41) + box(20, 41, 80, 31) },
    { fill: CLAY, d: poly(28, 37, 60, 24.5, 92, 37) },
    { fill: CREAM, d: times(4, (k) => disk(31 + k * 19.3, 54, 7.4)) },
    { fill: CLAY, d: times(4, (k) => disk(31 + k * 19.3, 54, 5.4)) },
    { fill: GLAZE, d: times(4, (k) => disk(31 + k * 19.3, 54, 2)) },
    { fill: GLAZE, d: spear(8, 30, 72) + spear(13, 36, 72) + spear(107, 36, 72) + spear(112, 30, 72) },
  ],
  // Bridge: three arches over a stream.
  A12: () => [
    sun(60, 36, 26),
    { fill: SEA, d: box(0, 62, 120, 22) },
    { fill: GLAZE, d: `M0 50C30 34 90 34 120 50V72H0Z` + arch(26, 72, 11, 18) + arch(60, 72, 13, 25) + arch(94, 72, 11, 18) },
    { fill: LIGHT, d: 'M0 47C30 31 90 31 120 47', line: 2.5 },
    { fill: LIGHT, d: times(7, (k) => { const x = 12 + k * 16; return `M${x} ${n(45.5 - 10.5 * Math.sin((Math.PI * x) / 120))}v-5` }), line: 2 },
    { fill: FOAM, d: wave(76, 0, 120, 20) + wave(81, -8, 120, 20), line: 1.4 },
  ],
  // Market: stalls under striped awnings, with jars.
  A13: () => [
    sun(60, 40, 28),
    floor(),
    { fill: GLAZE, d: box(9, 30, 2, 42) + box(53, 30, 2, 42) + box(64, 36, 2, 36) + box(110, 36, 2, 36) },
    ...[
      { x: 5, y: 24, w: 54 },
      { x: 61, y: 30, w: 54 },
    ].flatMap(({ x, y, w }) => [
      { fill: CREAM, d: times(6, (k) => `M${n(x + (k * w) / 6)} ${y}h${n(w / 6)}v14a${n(w / 12)} 4 0 0 1 ${n(-w / 6)} 0Z`) },
      { fill: CLAY, d: times(3, (k) => `M${n(x + (2 * k * w) / 6)} ${y}h${n(w / 6)}v14a${n(w / 12)} 4 0 0 1 ${n(-w / 6)} 0Z`) },
      { fill: GLAZE, d: box(x - 1, y - 2.5, w + 2, 3.5) },
    ]),
    { fill: GLAZE, d: box(12, 58, 40, 14) + box(67, 60, 42, 12) },
    { fill: CLAY, d: jar(20, 58, 14) + jar(44, 58, 12) + jar(102, 60, 14) },
    { fill: GOLD, d: dome(31, 58, 7, 5) + disk(76, 57, 3.2) + disk(82, 57, 3.2) + disk(88, 57, 3.2) + disk(79, 52, 3.2) + disk(85, 52, 3.2) },
  ],
  // Street: paved, between cypresses, towards a gate.
  A14: () => [
    sun(60, 34, 24),
    { fill: LEAF, d: 'M0 48C30 42 90 42 120 48V84H0Z' },
    { fill: CLAY, d: 'M0 56C30 50 90 50 120 56V84H0Z' },
    { fill: PALE, d: poly(54, 46, 66, 46, 104, 84, 16, 84) },
    { fill: GLAZE, d: 'M53 50h14M48 56h24M42 63h36M33 72h54M60 46v4M55 50l-2 6M66 50l1.5 6M60 56v7M50 63l-4 9M70 63l4 9M60 72v12M40 72l-7 12M80 72l7 12', line: 1.1 },
    { fill: GLAZE, d: box(50, 30, 20, 17) + poly(48, 30, 60, 23, 72, 30) + arch(60, 47, 4.5, 11) },
    { fill: GLAZE, d: cypress(36, 58, 30) + cypress(84, 58, 30) + cypress(18, 70, 46) + cypress(102, 70, 46) },
  ],
  // Port: a ship under sail comes to the quay.
  A15: () => [
    sun(48, 38, 28),
    { fill: SEA, d: box(0, 60, 120, 24) },
    { fill: GLAZE, d: 'M12 56C20 64 30 66 50 66s30-2 36-12c1-5 5-8 9-6-3 1-4 4-4 8-3 9-12 14-24 15H38C24 71 14 66 10 58Z' },
    { fill: CLAY, d: times(7, (k) => disk(32 + k * 7, 61.5, 2)) },
    { fill: GLAZE, d: box(49, 12, 2.2, 50) + times(7, (k) => `M${30 + k * 7} 66l-5 12h1.6l5-12Z`) },
    { fill: CREAM, d: 'M28 17C40 21 60 21 72 17C76 30 74 42 68 50C56 46 44 46 32 50C26 42 24 30 28 17Z' },
    { fill: CLAY, d: 'M28 24.5C42 29 58 29 73.2 24.5l.6 6C58 35 42 35 26.4 30.5Z' },
    { fill: GLAZE, d: 'M26 16.5C40 20 60 20 74 16.5', line: 2.2 },
    { fill: GLAZE, d: box(98, 52, 22, 32) + column(106, 36, 52, 4) },
    { fill: CLAY, d: box(98, 52, 22, 3) + jar(114, 52, 11) },
    { fill: FOAM, d: wave(76, 0, 96, 16) + wave(81, -8, 96, 16), line: 1.4 },
  ],
  // Aqueduct: two rows of arches with the channel on top.
  B01: () => [
    sun(88, 30, 20),
    { fill: LEAF, d: 'M0 62C30 50 50 66 80 60S110 54 120 58V84H0Z' },
    floor(),
    { fill: GLAZE, d: box(0, 22, 120, 50) + times(6, (k) => arch(12 + k * 19.2, 42, 6.6, 14)) + times(4, (k) => arch(15 + k * 30, 72, 10.5, 25)) },
    { fill: SEA, d: box(0, 20, 120, 4) },
    { fill: FOAM, d: wave(21.5, 0, 120, 12), line: 1 },
    { fill: LIGHT, d: box(0, 43, 120, 1.6) + box(0, 25, 120, 1.2) },
  ],
  // Agora: colonnades around an open place, people and an altar.
  B02: () => [
    sun(60, 38, 26),
    { fill: CLAY, d: 'M0 60h120v24H0Z' },
    { fill: PALE, d: poly(34, 60, 86, 60, 112, 84, 8, 84) },
    { fill: GLAZE, d: poly(0, 22, 34, 34, 34, 38, 0, 27) + poly(120, 22, 86, 34, 86, 38, 120, 27) },
    { fill: GLAZE, d: [4, 13, 21, 28, 33].map((x, k) => column(x, 27 + k * 2.2, 74 - k * 3.2, 4 - k * 0.5)).join('') + [116, 107, 99, 92, 87].map((x, k) => column(x, 27 + k * 2.2, 74 - k * 3.2, 4 - k * 0.5)).join('') },
    { fill: GLAZE, d: box(36, 38, 48, 4) + poly(34, 38, 60, 28, 86, 38) + columns(7, 39, 81, 42, 60, 2.6) },
    { fill: GLAZE, d: box(52, 69, 16, 7) + box(49, 76, 22, 3) + box(50, 66.5, 20, 2.5) },
    { fill: CLAY, d: 'M60 66.5c-5-3-3-7-.5-9 0 2 1.5 2 2 4 1-1 .8-2 .6-3 3 2.5 3.4 6-2.1 8Z' },
    { fill: GLAZE, d: [36, 42, 80].map((x) => disk(x, 65.5, 1.9) + poly(x - 1.6, 67.5, x + 1.6, 67.5, x + 2.8, 76, x - 2.8, 76)).join('') },
  ],
  // Epidauros: the rising half rings of the theatre.
  B03: () => [
    { fill: LEAF, d: 'M0 34C16 20 30 26 44 20s30-4 44 4 20 2 32 10V84H0Z' },
    { fill: OLIVE, d: cypress(8, 46, 22) + cypress(112, 46, 22) + cypress(18, 38, 16) + cypress(102, 38, 16) },
    ...[48, 42, 36, 30, 24].map((r, k) => ({
      fill: k % 2 ? CREAM : LIGHT,
      d: `M${60 - r} 72A${r} ${n(r * 0.92)} 0 0 1 ${60 + r} 72Z`,
    })),
    { fill: GLAZE, d: [48, 42, 36, 30, 24].map((r) => `M${60 - r} 72A${r} ${n(r * 0.92)} 0 0 1 ${60 + r} 72`).join(''), line: 1.5 },
    { fill: GLAZE, d: [150, 120, 90, 60, 30].map((a) => { const [c, s] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)]; return `M${n(60 + 18 * c)} ${n(72 - 16.5 * s)}L${n(60 + 48 * c)} ${n(72 - 44 * s)}` }).join(''), line: 1.3 },
    { fill: CLAY, d: 'M42 72A18 16.5 0 0 1 78 72Z' },
    { fill: GLAZE, d: box(0, 72, 120, 12) + columns(6, 36, 84, 62, 74, 2.2) + box(32, 59.5, 56, 3) },
    { fill: CLAY, d: box(30, 74, 60, 10) },
  ],
  // Leonidaion: the great guest house with its court.
  B08: () => [
    sun(),
    floor(),
    { fill: GLAZE, d: poly(24, 22, 60, 10, 96, 22) + box(26, 22, 68, 4) + columns(7, 30, 90, 26, 44, 3) + box(12, 44, 96, 4) },
    { fill: LIGHT, d: box(28, 26, 64, 18) },
    { fill: GLAZE, d: columns(7, 30, 90, 26, 44, 3) },
    { fill: CLAY, d: poly(34, 20.5, 60, 12.5, 86, 20.5) + poly(6, 48, 18, 44, 102, 44, 114, 48) },
    { fill: LIGHT, d: box(10, 48, 100, 24) },
    { fill: GLAZE, d: box(6, 47, 108, 3) + columns(11, 13, 107, 50, 72, 3.4) + box(52, 54, 16, 18) },
    { fill: GOLD, d: arch(60, 72, 5, 15) },
  ],
  // Granary: egg-shaped stores upon a chest, as Athenians were buried with.
  B12: () => [
    sun(60, 40, 28),
    floor(),
    { fill: GLAZE, d: box(8, 54, 104, 18) },
    { fill: CLAY, d: times(5, (k) => { const x = 20 + k * 20; return `M${x - 8} 54C${x - 12} 38 ${x - 4} 26 ${x} 18C${x + 4} 26 ${x + 12} 38 ${x + 8} 54Z` }) },
    { fill: GLAZE, d: times(5, (k) => disk(20 + k * 20, 18, 2.4) + box(16.8 + k * 20, 32, 6.4, 7)) },
    { fill: CREAM, d: times(5, (k) => `M${11.5 + k * 20} 46h17M${12 + k * 20} 50h16`), line: 1.3 },
    { fill: LIGHT, d: times(13, (k) => `M${12 + k * 8} 68v-9h5.5v5h-2.5`), line: 1.4 },
    { fill: GOLD, d: `M2 72c0-9 3-12 6-12s6 3 6 12Z` },
  ],
  // Quarry: steps cut into the rock, a crane lifts a block.
  B13: () => [
    sun(86, 32, 20),
    { fill: '#a8927d', d: poly(0, 14, 20, 10, 30, 26, 46, 26, 46, 40, 64, 40, 64, 56, 82, 56, 82, 72, 0, 72) },
    { fill: '#d8c5ab', d: poly(0, 22, 22, 22, 22, 36, 38, 36, 38, 50, 54, 50, 54, 62, 70, 62, 70, 72, 0, 72) },
    { fill: GLAZE, d: 'M0 36h22M0 50h38M0 62h54M12 22v14M26 36v14M10 36v14M18 50v12M44 50v12M30 62v10M58 62v10', line: 1 },
    floor(),
    { fill: GLAZE, d: poly(98, 72, 101, 72, 92, 14, 89.5, 14) + poly(82, 72, 85, 72, 92, 14, 89.5, 14) + box(85, 52, 12, 2) },
    { fill: GLAZE, d: 'M91 15L74 44M74 44v0M91 15l22 54', line: 1.2 },
    { fill: GLAZE, d: box(65, 44, 18, 12) },
    { fill: CREAM, d: box(67, 46, 14, 8) },
    { fill: CREAM, d: box(102, 64, 14, 8) + box(106, 57, 12, 7) },
    { fill: GLAZE, d: `${box(102, 64, 14, 8)}${box(106, 57, 12, 7)}`, line: 1 },
  ],
  // Well: a round well-head, its roof and a bucket.
  B14: () => [
    sun(60, 40, 30),
    floor(),
    { fill: GLAZE, d: box(33, 28, 4, 44) + box(83, 28, 4, 44) + poly(24, 30, 60, 10, 96, 30, 92, 33, 60, 16, 28, 33) + box(31, 36, 58, 3.5) },
    { fill: CLAY, d: poly(34, 28.5, 60, 15, 86, 28.5) },
    { fill: GLAZE, d: 'M60 39v9', line: 1.4 },
    { fill: GLAZE, d: disk(60, 38, 4) + poly(54, 48, 66, 48, 64.5, 57, 55.5, 57) },
    { fill: SEA, d: 'M40 59a20 5 0 0 1 40 0Z' },
    { fill: CREAM, d: poly(38, 59, 82, 59, 80, 76, 40, 76) },
    { fill: GLAZE, d: 'M38 59h44l-2 17H40ZM39 64.5h42M40 70h40M50 59v5.5M66 59v5.5M58 64.5v5.5M74 64.5v5.5M48 64.5v5.5M52 70v6M68 70v6', line: 1.2 },
    { fill: GLAZE, d: jar(98, 74, 20) + jar(22, 74, 15) },
  ],
  // Temple of Apollo: six columns before the rising sun.
  B15: () => [
    { fill: GOLD, d: times(16, (k) => { const a = (k * Math.PI) / 8; return poly(60 + 20 * Math.cos(a - 0.08), 34 + 20 * Math.sin(a - 0.08), 60 + 52 * Math.cos(a), 34 + 52 * Math.sin(a), 60 + 20 * Math.cos(a + 0.08), 34 + 20 * Math.sin(a + 0.08)) }) },
    { fill: PALE, d: disk(60, 34, 26) },
    floor(),
    { fill: GLAZE, d: poly(16, 33, 60, 12, 104, 33, 104, 39, 16, 39) },
    { fill: CLAY, d: poly(30, 31.5, 60, 17, 90, 31.5) },
    { fill: GOLD, d: disk(60, 26, 4) },
    { fill: LIGHT, d: box(22, 39, 76, 27) },
    { fill: GLAZE, d: columns(6, 24, 96, 39, 66, 5) + box(53, 46, 14, 20) },
    { fill: GLAZE, d: box(16, 66, 88, 2.6) + box(12, 69.2, 96, 2.8) + box(8, 72.6, 104, 3) },
    { fill: LIGHT, d: times(9, (k) => `M${20 + k * 10} 34.5v3`), line: 1.4 },
  ],
  // Cyclopean masonry: great stones that only giants could have laid.
  C01: () => {
    const stones = [
      [2, 20, 26, 16, 30, 32, 18, 40, 2, 36],
      [29, 17, 56, 14, 62, 30, 46, 38, 33, 32],
      [59, 14, 88, 18, 86, 34, 66, 32],
      [91, 18, 118, 22, 118, 38, 100, 42, 89, 34],
      [2, 39, 17, 43, 22, 58, 2, 60],
      [21, 42, 32, 35, 45, 41, 50, 56, 38, 62, 25, 57],
      [49, 40, 63, 33, 84, 37, 82, 54, 62, 60, 53, 55],
      [87, 37, 98, 45, 118, 41, 118, 58, 94, 60, 85, 54],
      [2, 63, 22, 61, 36, 65, 36, 76, 2, 76],
      [39, 65, 52, 58, 62, 63, 82, 57, 84, 76, 39, 76],
      [87, 60, 118, 61, 118, 76, 87, 76],
    ]
    return [
      { fill: PALE, d: disk(60, 26, 24) },
      { fill: GLAZE, d: poly(0, 18, 26, 13, 57, 10, 89, 14, 120, 19, 120, 84, 0, 84) },
      { fill: '#cdb491', d: stones.map((points) => poly(...points)).join('') },
      { fill: LIGHT, d: [stones[1]!, stones[4]!, stones[6]!, stones[10]!].map((points) => poly(...points)).join('') },
      { fill: GLAZE, d: disk(60, 70, 2.1) + poly(57.6, 72, 62.4, 72, 64, 84, 56, 84) + spear(67, 62, 84) },
    ]
  },
  // Agriculture: an ox before the plough.
  C02: () => [
    sun(26, 30, 17),
    { fill: GOLD, d: 'M0 52C40 46 80 48 120 52V84H0Z' },
    { fill: CLAY, d: 'M0 66h120v18H0Z' },
    { fill: LIGHT, d: 'M0 71.5C40 69 80 69 120 71.5M0 76.5C40 74 80 74 120 76.5M0 81.5C40 79 80 79 120 81.5', line: 1.3 },
    { fill: GLAZE, d: 'M58 41C64 36 82 38 92 37C95 33 99 32 103 33C104 30 103 27 106 24C107 27 107 30 106.5 33C112 35 114 41 116 45C115 48 111 49 108 47C106 49 104 52 102 53L101 68H97L96 56C88 58 78 57 72 55L71 68H67L66 54C63 56 62 60 61 68H57C57 58 56 48 58 41Z' },
    { fill: GLAZE, d: 'M58 42c-3 4-4 9-3 14', line: 1.6 },
    { fill: GLAZE, d: 'M98 41L44 57L26 47M44 57L34 72M44 57C42 64 36 68 22 70', line: 2.4 },
    { fill: GLAZE, d: poly(18, 67, 38, 68, 36, 74, 16, 72) },
    { fill: GLAZE, d: disk(17, 39, 3.6) + 'M12.5 44h9l5 6-2 2.5-5-4 1.5 20h-3.5l-2-12-3 12H9Z' },
  ],
  // Workshop of Phidias: a statue on its block, tools on the wall.
  C06: () => [
    sun(46, 38, 27),
    floor(),
    { fill: GLAZE, d: box(6, 16, 4, 56) + box(110, 16, 4, 56) + poly(0, 20, 60, 4, 120, 20, 120, 24, 60, 9, 0, 24) },
    { fill: CREAM, d: 'M46 24c4 0 6.5 3 6 7-.3 2.5-1.5 4-2.5 5l.5 3c6 1 9 4 9 10l-2 15H35l-2-15c0-6 3-9 9-10l.5-3c-1-1-2.2-2.5-2.5-5-.5-4 2-7 6-7Z' },
    { fill: GLAZE, d: 'M46 24c4 0 6.5 3 6 7-.3 2.5-1.5 4-2.5 5l.5 3c6 1 9 4 9 10l-2 15H35l-2-15c0-6 3-9 9-10l.5-3c-1-1-2.2-2.5-2.5-5-.5-4 2-7 6-7ZM38 64c1-9 4-16 10-22M46 64c0-8 3-15 8-20', line: 1.4 },
    { fill: GLAZE, d: 'M39 31c0-6 3-8.5 7-8.5s7 2.5 7 8c-3-1.5-4-3.5-4.5-5-2 2.5-6 4-9.5 5.5Z' },
    { fill: GLAZE, d: box(30, 64, 32, 8) },
    { fill: GLAZE, d: 'M96 26L80 46', line: 3 },
    { fill: GLAZE, d: poly(89, 21, 103, 29, 100, 35, 86, 27) },
    { fill: GLAZE, d: disk(74, 48, 3.6) + poly(70, 52, 79, 52, 82, 72, 68, 72) },
    { fill: GLAZE, d: 'M76 54l-12-6', line: 3 },
    { fill: CLAY, d: box(88, 58, 20, 14) + column(98, 44, 58, 7) },
    { fill: LIGHT, d: times(4, (k) => `M${92 + k * 4} 61v8`), line: 1.2 },
  ],
  // Stoa: a long hall of columns that runs into the distance.
  C07: () => [
    sun(92, 36, 18),
    floor(),
    { fill: LIGHT, d: poly(4, 26, 112, 42, 112, 66, 4, 72) },
    { fill: CLAY, d: poly(0, 16, 116, 37, 116, 40, 0, 21) },
    { fill: GLAZE, d: poly(0, 21, 116, 40, 116, 44, 0, 28) + poly(0, 70, 116, 64, 116, 68, 0, 76) },
    { fill: GLAZE, d: times(9, (k) => { const f = 1 - Math.pow(0.82, k); const x = 8 + f * 125; return column(x, 27 + f * 15 + 0.5, 72.5 - f * 7.5, 7 - f * 5.6) }) },
    { fill: GLAZE, d: disk(36, 55, 2.6) + poly(33.5, 57.5, 38.5, 57.5, 40, 70, 32, 70) + disk(60, 57, 2.2) + poly(58, 59, 62, 59, 63, 69, 57, 69) },
  ],
  // Zeus of Olympia: enthroned, with sceptre and Nike.
  C08: () => [
    sun(60, 40, 36),
    floor(),
    { fill: GLAZE, d: box(70, 30, 5, 42) + box(72, 24, 3, 8) + box(46, 54, 28, 5) + box(30, 66, 52, 6) + box(24, 70, 64, 6) },
    { fill: CLAY, d: 'M68 28c4 3 5 9 5 15l-1 14H48l-7 11h-8l6-14c2-5 6-8 12-8l2-11c1-6 4-8 8-8Z' },
    { fill: GOLD, d: 'M51 46l2-11c1-5 3-7.5 6-8l9 1c4 3 5 9 5 15l-1 6C64 40 58 42 51 46ZM44 58h24l-2 9H40Z' },
    { fill: GLAZE, d: 'M60 10c5 0 8 3 8 8 0 3-1 5-2.5 6.5L66 28l-8 1-1-5c-2-1.5-3-3.5-3-6l2-5c1-2 2-3 4-3Z' },
    { fill: GOLD, d: 'M53 15c3-5 10-7 15-1l-1.5 2.5C63 12 58 13 54 17Z' },
    { fill: CLAY, d: 'M55 35L38 43l-1-3 16-11ZM66 32l18 4-.5 3.5L66 38Z' },
    { fill: GLAZE, d: box(84, 8, 2, 60) + disk(85, 8, 3.2) + poly(80, 4, 85, 6, 90, 4, 85, 11) },
    { fill: GLAZE, d: disk(35, 30, 2.2) + poly(33.5, 32, 36.5, 32, 38, 41, 32.5, 41) + 'M34 33c-5-1-8-5-8-9 4 1 7 3 8.5 7ZM36.5 33c4 0 6-3 7-6-3 0-5.5 2-7 4Z' },
  ],
  // Lion gate: two lions and a column above the lintel.
  C09: () => [
    { fill: '#cdb491', d: box(0, 6, 120, 78) },
    { fill: GLAZE, d: 'M0 22h28M92 22h28M0 38h34M86 38h34M0 54h30M90 54h30M0 70h30M90 70h30M16 6v16M104 6v16M10 22v16M24 38v16M110 22v16M98 38v16M14 54v16M108 54v16', line: 1.3 },
    { fill: PALE, d: poly(60, 4, 94, 46, 26, 46) },
    { fill: GLAZE, d: poly(60, 4, 94, 46, 26, 46) , line: 1.6 },
    { fill: GLAZE, d: box(24, 46, 72, 8) + box(30, 54, 9, 30) + box(81, 54, 9, 30) },
    { fill: GLAZE, d: box(39, 54, 42, 30) },
    { fill: GOLD, d: poly(43, 57, 77, 57, 79, 84, 41, 84) },
    { fill: CLAY, d: poly(52, 70, 68, 70, 74, 84, 46, 84) },
    { fill: CLAY, d: column(60, 16, 40, 6) + box(48, 40, 24, 5) },
    ...[1, -1].map((side) => {
      const x = (value: number) => n(60 + side * (value - 60))
      const at = (...points: number[]) => points.map((value, k) => (k % 2 ? value : x(value))).join(' ')
      return {
        fill: GLAZE,
        d: `M${at(53, 38)}L${at(49, 28)}C${at(47, 25, 46, 22, 49, 19)}C${at(51, 16, 55, 17, 56, 20)}L${at(57, 23)}L${at(54, 24)}L${at(54, 30)}L${at(57, 39)}ZM${at(50, 27)}C${at(44, 30, 40, 34, 38, 40)}L${at(34, 42)}L${at(34, 45)}L${at(46, 45)}L${at(44, 41)}L${at(51, 36)}Z`,
      }
    }),
  ],
  // Tiryns: the citadel on its rock.
  C10: () => {
    const teeth = (x: number, y: number, w: number) => {
      const count = Math.round(w / 5)
      return times(count, (k) => box(x + (k * w) / count, y - 3.2, (w / count) * 0.6, 3.4))
    }
    return [
      sun(60, 34, 26),
      { fill: LEAF, d: 'M0 70C20 56 40 54 60 54s40 2 60 16v14H0Z' },
      { fill: CLAY, d: 'M0 76C24 66 96 66 120 76v8H0Z' },
      { fill: GLAZE, d: box(14, 40, 92, 30) + teeth(14, 40, 92) },
      { fill: GLAZE, d: box(8, 30, 18, 42) + teeth(8, 30, 18) + box(94, 30, 18, 42) + teeth(94, 30, 18) },
      { fill: CLAY, d: box(40, 22, 40, 18) + poly(36, 22, 60, 12, 84, 22) },
      { fill: GLAZE, d: columns(5, 44, 76, 24, 40, 3) + box(36, 21, 48, 2.5) },
      { fill: PALE, d: arch(60, 72, 7, 20) + box(15, 40, 3.5, 7) + box(101, 40, 3.5, 7) },
      { fill: LIGHT, d: 'M26 48h26M68 48h26M26 56h20M74 56h20M26 64h26M68 64h26M36 48v8M84 48v8M44 56v8M76 56v8M34 64v6M86 64v6', line: 1 },
      { fill: GLAZE, d: 'M60 12V3', line: 1.2 },
      { fill: CLAY, d: poly(60, 2.5, 70, 5, 60, 8) },
    ]
  },
}

// -- lands ------------------------------------------------------------------------------------------------------------

/** Numbers that look random and are the same for the same tile every time. */
function chance(id: string): () => number {
  let seed = [...id].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619), 2166136261)
  return () => {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822507) + 0x9e3779b9
    return ((seed ^ (seed >>> 13)) >>> 0) / 4294967296
  }
}

/** The sky over a land, which is also the ground of its tile. */
export function tint(tile: Pictured): string {
  if (tile.kind === 'building') return '#fdf6e8'
  if (tile.terrain.includes('field')) return tile.terrain.includes('forest') ? '#f3ebc4' : '#faebc2'
  if (tile.terrain.includes('mountain')) return tile.terrain.includes('forest') ? '#e6e6d6' : '#e9e4de'
  return '#e6ecd0'
}

function ridge(random: () => number, base: number, high: number, peaks: number): { line: number[]; tops: [number, number][] } {
  const line: number[] = [-4, base]
  const tops: [number, number][] = []
  for (let k = 0; k < peaks; k++) {
    const x = ((k + 0.5 + (random() - 0.5) * 0.5) * 120) / peaks
    const y = base - high * (0.62 + 0.38 * random())
    line.push(x, y)
    tops.push([x, y])
    if (k < peaks - 1) line.push(((k + 1) * 120) / peaks + (random() - 0.5) * 8, base - high * (0.12 + 0.2 * random()))
  }
  line.push(124, base)
  return { line, tops }
}

const rolling = (y: number, a: number, b: number) => `M0 ${n(y)}C30 ${n(y - a)} 50 ${n(y + a * 0.4)} 74 ${n(y - b)}S108 ${n(y - a * 0.6)} 120 ${n(y)}V84H0Z`

const oak = (x: number, foot: number, h: number) => ({
  trunk: box(x - h * 0.05, foot - h * 0.45, h * 0.1, h * 0.45),
  crown: disk(x, foot - h * 0.68, h * 0.3) + disk(x - h * 0.24, foot - h * 0.52, h * 0.21) + disk(x + h * 0.24, foot - h * 0.52, h * 0.21),
})

const pine = (x: number, foot: number, h: number) => ({
  trunk: box(x - h * 0.035, foot - h * 0.75, h * 0.07, h * 0.75),
  crown: `M${n(x - h * 0.42)} ${n(foot - h * 0.62)}C${n(x - h * 0.4)} ${n(foot - h * 1.06)} ${n(x + h * 0.4)} ${n(foot - h * 1.06)} ${n(x + h * 0.42)} ${n(foot - h * 0.62)}C${n(x + h * 0.2)} ${n(foot - h * 0.7)} ${n(x - h * 0.2)} ${n(foot - h * 0.7)} ${n(x - h * 0.42)} ${n(foot - h * 0.62)}Z`,
})

const olive = (x: number, foot: number, h: number) => ({
  trunk: `M${n(x - h * 0.1)} ${n(foot)}C${n(x)} ${n(foot - h * 0.2)} ${n(x - h * 0.12)} ${n(foot - h * 0.3)} ${n(x)} ${n(foot - h * 0.5)}h${n(h * 0.1)}C${n(x)} ${n(foot - h * 0.3)} ${n(x + h * 0.12)} ${n(foot - h * 0.2)} ${n(x + h * 0.12)} ${n(foot)}Z`,
  crown: disk(x, foot - h * 0.66, h * 0.32),
})

const STONE = ['#b7a692', '#94816f', '#6f5d50']
const WOODS = ['#a6b070', '#76863e', '#49561f']
const CORN = ['#ecca78', '#d9a93f', '#b98224']
const HILLS = ['#d9bd84', '#c09a58', '#9a7640']

function land(tile: Pictured): Shape[] {
  const random = chance(tile.id)
  const has = (terrain: string) => tile.terrain.includes(terrain)
  const [mountain, hill, forest, field] = [has('mountain'), has('hill'), has('forest'), has('field')]
  const shapes: Shape[] = []

  // Behind: the sun, and what stands on the horizon.
  const low = mountain ? 24 : 30
  shapes.push({ fill: field ? '#f4cf7d' : '#f6e2b8', d: disk(24 + random() * 72, low + random() * 8, 11 + random() * 4) })
  if (tile.id === 'B07') {
    // The pass: two masses and a way between.
    shapes.push({ fill: STONE[0]!, d: poly(-4, 72, 22, 12, 40, 34, 58, 62, 58, 72) + poly(124, 72, 100, 10, 82, 30, 60, 62, 60, 72) })
    shapes.push({ fill: CREAM, d: poly(22, 12, 28, 20, 22, 23, 17.5, 22) + poly(100, 10, 105, 21, 99, 23, 93, 17) })
  } else if (tile.id === 'B09') {
    // Cliffs of marble.
    shapes.push({ fill: '#efe8de', d: poly(0, 30, 18, 22, 22, 34, 40, 18, 46, 28, 62, 12, 78, 26, 90, 20, 104, 32, 120, 26, 120, 80, 0, 80) })
    shapes.push({ fill: '#cbbfb1', d: poly(18, 22, 22, 34, 22, 62, 12, 64) + poly(40, 18, 46, 28, 48, 60, 38, 62) + poly(62, 12, 78, 26, 76, 60, 66, 60) + poly(90, 20, 104, 32, 104, 62, 94, 60) })
    shapes.push({ fill: '#94816f', d: 'M8 40l8 4M30 36l7 6M54 34l6 6M84 38l6 6M110 40l6 4', line: 1.1 })
  } else if (mountain) {
    const high = hill ? 44 : 54
    const far = ridge(random, 66, high * 0.8, 4)
    const near = ridge(random, 72, high, 3)
    shapes.push({ fill: STONE[0]!, d: poly(...far.line) })
    shapes.push({ fill: STONE[1]!, d: poly(...near.line) })
    shapes.push({
      fill: CREAM,
      d: near.tops.map(([x, y]) => poly(x, y, x + 5, y + 9, x + 1.5, y + 7, x - 1.5, y + 11, x - 4, y + 8)).join(''),
    })
    shapes.push({ fill: STONE[2]!, d: near.tops.map(([x, y]) => `M${n(x + 1)} ${n(y + 13)}l6 11M${n(x + 7)} ${n(y + 19)}l5 9`).join(''), line: 1.3 })
  } else if (hill) {
    shapes.push({ fill: HILLS[0]!, d: rolling(46, 14 + random() * 6, 10) })
  } else {
    shapes.push({ fill: field ? '#e8d9a0' : WOODS[0]!, d: rolling(46, 8 + random() * 8, 4 + random() * 6) })
  }

  // Between: hills, the edge of a wood, or the far fields.
  const middle = 56 - random() * 3
  if (hill) {
    shapes.push({ fill: HILLS[1]!, d: rolling(middle, 12, 6 + random() * 6) })
    if (!forest) shapes.push({ fill: HILLS[2]!, d: rolling(middle + 10, 6, 9) })
  } else if (forest) {
    shapes.push({ fill: WOODS[0]!, d: rolling(middle, 6, 4) })
  }
  if (field) {
    shapes.push({ fill: CORN[0]!, d: rolling(middle, 5, 3) })
    shapes.push({ fill: CORN[1]!, d: rolling(middle + 9, 4, 5) })
    shapes.push({ fill: CORN[2]!, d: times(7, (k) => `M${n(60 + (k - 3) * 7)} ${n(middle + 8)}Q${n(60 + (k - 3) * 13)} ${n(middle + 16)} ${n(60 + (k - 3) * 26)} 84`), line: 1.5 })
  }

  // In front: trees, corn, rocks.
  if (forest) {
    const make = tile.id === 'B06' ? oak : tile.id === 'B11' ? pine : tile.id === 'B04' ? olive : null
    const many = field ? 5 : tile.id === 'C03' || tile.id === 'A07' ? 13 : 9
    const back: string[] = []
    const front: string[] = []
    const wood: string[] = []
    const spots = Array.from({ length: many }, (_, k) => ({ x: 5 + ((k + random() * 0.7) * 112) / many, deep: k % 2 }))
    for (const { x, deep } of spots) {
      if (field && tile.id !== 'B04' && x > 34 && x < 88) continue
      const foot = (deep ? 82 : 70) + random() * 3
      const h = (deep ? 36 : 28) + random() * (mountain ? 6 : 12)
      if (make) {
        const tree = make(x, foot, tile.id === 'B04' ? h * 0.8 : h * 1.15)
        ;(deep ? front : back).push(tree.crown)
        wood.push(tree.trunk)
      } else {
        ;(deep ? front : back).push(cypress(x, foot, h, h * 0.2))
      }
    }
    shapes.push({ fill: GLAZE, d: wood.join('') })
    shapes.push({ fill: WOODS[1]!, d: back.join('') })
    shapes.push({ fill: field ? CORN[2]! : WOODS[1]!, d: rolling(79, 2, 3) })
    shapes.push({ fill: WOODS[2]!, d: front.join('') })
    if (tile.id === 'B04') {
      shapes.push({ fill: CLAY, d: spots.map(({ x, deep }) => { const y = deep ? 62 : 54; return disk(x - 4, y, 1.5) + disk(x + 3, y - 3, 1.5) + disk(x + 1, y + 3, 1.5) }).join('') })
    }
  }
  if (field && !forest) {
    shapes.push({
      fill: '#8a5f14',
      d: times(9, (k) => {
        const [x, y] = [6 + k * 13.5 + random() * 4, 66 + random() * 5]
        return box(x - 0.5, y, 1, 84 - y) + times(3, (j) => `M${n(x)} ${n(y + 4 + j * 4)}q4 -1 4.5 -5.5q-4 1 -4.5 5.5ZM${n(x)} ${n(y + 4 + j * 4)}q-4 -1 -4.5 -5.5q4 1 4.5 5.5Z`)
      }),
    })
  }
  if (mountain && !forest) shapes.push({ fill: STONE[2]!, d: poly(0, 84, 0, 76, 14, 70, 26, 77, 44, 73, 60, 79, 80, 72, 98, 78, 120, 71, 120, 84) })
  if (hill && !forest && (tile.id === 'A03' || tile.id === 'B10')) {
    const bright = tile.id === 'A03' ? '#f4f1ea' : '#d98a4e'
    const star = (x: number, y: number, r: number) => `M${x} ${y - r}l${n(r * 0.28)} ${n(r * 0.72)} ${n(r * 0.72)} ${n(r * 0.28)} ${n(-r * 0.72)} ${n(r * 0.28)} ${n(-r * 0.28)} ${n(r * 0.72)} ${n(-r * 0.28)} ${n(-r * 0.72)} ${n(-r * 0.72)} ${n(-r * 0.28)} ${n(r * 0.72)} ${n(-r * 0.28)}Z`
    shapes.push({ fill: GLAZE, d: arch(60, 72, 8, 15) })
    shapes.push({ fill: bright, d: star(36, 62, 5) + star(86, 60, 4) + star(76, 70, 3) + star(46, 72, 3) })
  }
  if (tile.id === 'A06' || tile.id === 'A08') {
    const house = (x: number, y: number, s: number) => [
      { fill: CREAM, d: box(x, y, 12 * s, 9 * s) },
      { fill: CLAY, d: poly(x - 2 * s, y, x + 6 * s, y - 6 * s, x + 14 * s, y) },
      { fill: GLAZE, d: box(x + 5 * s, y + 4 * s, 3 * s, 5 * s) },
    ]
    shapes.push(...house(54, 47, 1), ...(tile.id === 'A06' ? [...house(70, 50, 0.9), ...house(42, 51, 0.8)] : []))
  }
  if (tile.id === 'C04') {
    shapes.push({ fill: CREAM, d: poly(55, 82, 56.5, 54, 60, 50, 63.5, 54, 65, 82) })
    shapes.push({ fill: GLAZE, d: 'M55 82L56.5 54L60 50L63.5 54L65 82ZM58 59h4M58 63h4M58 67h4', line: 1.4 })
  }
  return shapes
}

const drawn = new Map<string, Shape[]>()

/** The picture of a tile; for a building that nobody has drawn yet, a temple front. */
export function scene(tile: Pictured): Shape[] {
  let shapes = drawn.get(tile.id)
  if (!shapes) {
    shapes = tile.kind === 'land' ? land(tile) : [...(buildings[tile.id] ?? buildings['B15']!)(), ...(tile.id in { A13: 1, B12: 1, B15: 1, B08: 1 } ? [stripe] : [])]
    drawn.set(tile.id, shapes)
  }
  return shapes
}
