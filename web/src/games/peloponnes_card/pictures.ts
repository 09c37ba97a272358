import { arch, box, CLAY, columns, CREAM, cypress, disk, floor, FOAM, GLAZE, LEAF, LIGHT, PALE, poly, scene, SEA, sun, times, tint, wave, type Pictured, type Shape } from '../peloponnes/scenes'
import type { Card } from './view'

/** Buildings that the board game has as well, by its numbers. */
const same: Record<string, string> = {
  A01: 'A12', // Bridge
  A02: 'A14', // Street
  A03: 'A13', // Market
  A04: 'A15', // Port
  A05: 'A11', // Barracks
  B01: 'B01', // Aqueduct
  B02: 'B02', // Agora
  B03: 'B03', // Odeon of Epidauros
  B04: 'B08', // Leonidaion
  B05: 'B12', // Granary
  B06: 'B13', // Quarry
  B07: 'B14', // Well
  B08: 'B15', // Temple of Apollo
  C01: 'C01', // Cyclopean Masonry
  C02: 'C02', // Agriculture
  C03: 'C06', // Phidias' Workshop
  C04: 'C07', // Stoa
  C05: 'C08', // Statue of Zeus
  C06: 'C09', // Liongate
  C07: 'C10', // Tiryns
}

/** Those of the card game alone. */
const own: Record<string, () => Shape[]> = {
  // Stockade: a wall of pointed stakes with a watch tower.
  A06: () => [
    sun(78, 36, 22),
    { fill: LEAF, d: 'M0 62C30 52 80 52 120 60V84H0Z' },
    { fill: GLAZE, d: box(22, 30, 3, 42) + box(41, 30, 3, 42) + poly(16, 22, 33, 10, 50, 22) + box(18, 24, 30, 10) },
    { fill: CLAY, d: poly(22, 20.5, 33, 13, 44, 20.5) },
    { fill: PALE, d: box(22, 26, 22, 3) },
    { fill: GLAZE, d: times(16, (k) => poly(k * 7.6 - 1, 76, k * 7.6 - 1, 50, k * 7.6 + 2.4, 44, k * 7.6 + 5.8, 50, k * 7.6 + 5.8, 76)) },
    { fill: CLAY, d: times(16, (k) => poly(k * 7.6 + 0.3, 75, k * 7.6 + 0.3, 51, k * 7.6 + 2.4, 47, k * 7.6 + 4.5, 51, k * 7.6 + 4.5, 75)) },
    { fill: GLAZE, d: 'M0 56h120M0 68h120', line: 2.2 },
    { fill: GLAZE, d: box(68, 52, 20, 24) },
    { fill: LIGHT, d: box(70, 54, 7.4, 20) + box(78.6, 54, 7.4, 20) },
    floor('#9a5a2d'),
  ],
  // Acrocorinth: a fortress wall that climbs a steep rock.
  B09: () => [
    sun(30, 30, 18),
    { fill: '#b7a692', d: poly(-4, 84, 30, 46, 44, 50, 62, 18, 76, 14, 92, 30, 124, 64, 124, 84) },
    { fill: '#94816f', d: poly(62, 18, 70, 40, 60, 84, 20, 84, 44, 50) + poly(92, 30, 96, 56, 112, 84, 124, 84, 124, 64) },
    { fill: GLAZE, d: poly(24, 60, 40, 54, 58, 44, 58, 52, 42, 62, 24, 68) + poly(84, 40, 104, 52, 116, 62, 116, 70, 102, 60, 84, 48) },
    { fill: GLAZE, d: box(54, 34, 9, 20) + box(80, 32, 9, 18) + box(20, 54, 8, 15) + box(110, 56, 8, 16) + box(58, 20, 26, 10) },
    { fill: GLAZE, d: times(3, (k) => box(53.4 + k * 3.7, 31, 2.4, 3) + box(79.4 + k * 3.7, 29, 2.4, 3) + box(19.4 + k * 3.2, 51, 2.2, 3) + box(109.4 + k * 3.2, 53, 2.2, 3)) },
    { fill: CREAM, d: poly(60, 20, 71, 12, 82, 20) },
    { fill: CLAY, d: poly(63, 19, 71, 13.6, 79, 19) },
    { fill: PALE, d: columns(4, 62, 80, 21, 30, 2.4) },
    { fill: CLAY, d: 'M0 78C30 72 90 72 120 78v6H0Z' },
    { fill: GLAZE, d: cypress(10, 80, 24) + cypress(100, 82, 18) },
  ],
  // Treasury of Atreus: a walled way to the tall door under the mound.
  B10: () => [
    sun(92, 26, 15),
    { fill: LEAF, d: 'M0 70C14 24 40 12 60 12s46 12 60 58v14H0Z' },
    { fill: '#66752f', d: 'M0 74C10 50 20 38 30 32L30 84H0ZM120 74C110 50 100 38 90 32L90 84h30Z' },
    { fill: '#cdb491', d: poly(30, 26, 90, 26, 90, 74, 30, 74) + poly(0, 62, 30, 40, 30, 78, 0, 84) + poly(120, 62, 90, 40, 90, 78, 120, 84) },
    { fill: GLAZE, d: 'M30 36h60M30 46h14M76 46h14M30 56h14M76 56h14M30 66h14M76 66h14M0 70l30-16M0 77l30-10M120 70l-30-16M120 77l-30-10M38 26v10M52 26v10M68 26v10M82 26v10M36 46v10M84 46v10', line: 1.1 },
    { fill: PALE, d: poly(60, 22, 72, 40, 48, 40) },
    { fill: GLAZE, d: poly(60, 22, 72, 40, 48, 40), line: 1.6 },
    { fill: GLAZE, d: box(42, 40, 36, 5) + poly(47, 45, 73, 45, 76, 76, 44, 76) },
    { fill: '#d09a35', d: poly(51, 49, 69, 49, 71, 76, 49, 76) },
    { fill: CLAY, d: poly(30, 76, 90, 76, 106, 84, 14, 84) },
    { fill: GLAZE, d: disk(60, 62, 2.2) + poly(57.4, 64.5, 62.6, 64.5, 64, 76, 56, 76) },
  ],
  // Pyramid of Hellinikon: steep courses of great stones with a narrow door.
  C08: () => [
    sun(84, 32, 20),
    { fill: '#e8d9a0', d: 'M0 60C30 50 90 54 120 58V84H0Z' },
    floor(),
    { fill: GLAZE, d: poly(12, 74, 38, 24, 84, 24, 108, 74) },
    { fill: '#cdb491', d: poly(15, 73, 39.5, 26, 68, 26, 74, 73) },
    { fill: '#a8927d', d: poly(76, 73, 70, 26, 82.6, 26, 105, 73) },
    { fill: GLAZE, d: 'M35 36h50M29.5 47h61M23.5 59h73M46 26v10M58 26v10M40 36v11M54 36v11M66 36v11M36 47v12M62 47v12M30 59v14M60 59v14M78 26l2 10M82 47l3 12M88 59l5 14', line: 1.2 },
    { fill: GLAZE, d: poly(40, 73, 40, 56, 45, 48, 50, 56, 50, 73) },
    { fill: CLAY, d: poly(42, 73, 42, 57, 45, 52, 48, 57, 48, 73) },
    { fill: GLAZE, d: cypress(8, 78, 30) + cypress(114, 78, 22) },
  ],
}

const MOUNTAINS = new Set(['A07', 'B15', 'C11'])
const RIVERS = new Set(['A08', 'A09', 'A10', 'B14', 'B16', 'C10', 'C12'])
const SETTLED = new Set(['A17', 'B18'])

const river = (): Shape[] => [
  { fill: SEA, d: 'M50 56C66 58 40 63 58 68S96 74 84 84H34C20 76 60 70 46 65S38 58 50 56Z' },
  { fill: FOAM, d: wave(70, 52, 72, 10) + wave(78, 44, 76, 12), line: 1.2 },
]

const house = (x: number, y: number, s: number): Shape[] => [
  { fill: CREAM, d: box(x, y, 12 * s, 9 * s) },
  { fill: CLAY, d: poly(x - 2 * s, y, x + 6 * s, y - 6 * s, x + 14 * s, y) },
  { fill: GLAZE, d: arch(x + 6.5 * s, y + 9 * s, 1.6 * s, 5 * s) },
]

/** A card as the board game's pictures know it: lands by what they produce. */
function pictured(card: Card): Pictured {
  if (card.kind === 'building') return { id: same[card.id] ?? card.id, kind: 'building', terrain: [] }
  const { wood, stone, grain } = card.production
  const terrain = [
    ...(grain ? ['field'] : []),
    ...(wood ? ['forest'] : []),
    ...(MOUNTAINS.has(card.id) || stone >= 3 ? ['mountain'] : stone ? ['hill'] : []),
  ]
  return { id: `card ${card.id}`, kind: 'land', terrain: terrain.length ? terrain : ['hill'] }
}

const drawn = new Map<string, Shape[]>()

/** The picture on a power card. */
export function shapes(card: Card): Shape[] {
  let found = drawn.get(card.id)
  if (!found) {
    found =
      card.kind === 'building'
        ? (own[card.id]?.() ?? scene(pictured(card)))
        : [...scene(pictured(card)), ...(RIVERS.has(card.id) ? river() : []), ...(SETTLED.has(card.id) ? [...house(50, 48, 1), ...house(68, 51, 0.85)] : [])]
    drawn.set(card.id, found)
  }
  return found
}

/** The ground of a card. */
export const ground = (card: Card): string => tint(pictured(card))
