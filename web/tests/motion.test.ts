import { beforeEach, expect, it, vi } from 'vitest'
import { skipMotion, withMotion } from '../src/lib/motion'
import { preferences } from '../src/lib/preferences.svelte'
import { happen, shown } from './browser'

/** A place on the screen, 10 wide and high, or nowhere. */
interface Spot {
  x: number
  y: number
}
const rect = (at: Spot | null) => {
  const [x, y, size] = at ? [at.x, at.y, 10] : [0, 0, 0]
  return { x, y, width: size, height: size, left: x, top: y, right: x + size, bottom: y + size }
}

interface Around {
  from?: string
  ground?: Thing
  window?: Thing
}

/** A part of a drawing: there pieces move in place. */
class Thing extends (SVGElement as unknown as new () => object) {
  /** The first frame of every journey that it was sent on, and how to end it. */
  journeys: string[] = []
  flights: { finish: () => void }[] = []
  readonly ownerSVGElement = {}

  constructor(
    readonly dataset: Record<string, string>,
    public at: Spot | null,
    readonly around: Around = {},
  ) {
    super()
  }

  getBoundingClientRect = () => rect(this.at)
  closest = (selector: string) => (selector === '[data-ground]' ? this.around.ground : this.around.window) ?? null
  animate = (frames: { transform: string }[]) => {
    const flight = { finish: vi.fn(), addEventListener() {} }
    this.journeys.push(frames[0]!.transform)
    this.flights.push(flight)
    return flight
  }
}

const piece = (name: string, at: Spot, around: Around = {}) =>
  new Thing({ piece: name, ...(around.from ? { from: around.from } : {}) }, at, around)

beforeEach(() => {
  skipMotion()
  preferences.motion = true
})

it('a piece travels from where it was to where it is', () => {
  const moved = piece('ship', { x: 0, y: 0 })
  const stayed = piece('house', { x: 50, y: 50 })
  shown.pieces = [moved, stayed]
  withMotion(() => (moved.at = { x: 100, y: 20 }))
  expect([moved.journeys, stayed.journeys]).toEqual([['translate(-100px, -20px)'], []])
})

it('a new piece starts at the place that it came from, and nowhere where that was not shown', () => {
  const [coin, lost] = [piece('coin', { x: 100, y: 100 }, { from: 'purse' }), piece('other', { x: 100, y: 100 }, { from: 'nowhere' })]
  shown.places = [new Thing({ place: 'purse' }, { x: 40, y: 90 })]
  withMotion(() => {
    shown.pieces = [coin, lost]
    shown.places = []
  })
  expect([coin.journeys, lost.journeys]).toEqual([['translate(-60px, -10px)'], []])
})

it('what only moved with its ground has not travelled', () => {
  const map = new Thing({ ground: '' }, { x: 0, y: 0 })
  const [stands, sails] = [piece('house', { x: 10, y: 10 }, { ground: map }), piece('ship', { x: 20, y: 20 }, { ground: map })]
  shown.pieces = [stands, sails]
  withMotion(() => {
    map.at = { x: 300, y: 0 }
    stands.at = { x: 310, y: 10 }
    sails.at = { x: 350, y: 20 }
  })
  expect([stands.journeys, sails.journeys]).toEqual([[], ['translate(-30px, 0px)']])
})

it('nothing travels to where its window does not show it, or to where nothing is shown', () => {
  const frame = new Thing({}, { x: 0, y: 0 })
  const [scrolled, gone] = [piece('card', { x: 0, y: 0 }, { window: frame }), piece('chit', { x: 0, y: 0 })]
  shown.pieces = [scrolled, gone]
  withMotion(() => {
    scrolled.at = { x: 0, y: 400 }
    gone.at = null
  })
  expect([scrolled.journeys, gone.journeys]).toEqual([[], []])
})

it('the change is made at once where nobody wants motion or looks', () => {
  const ship = piece('ship', { x: 0, y: 0 })
  shown.pieces = [ship]
  const sail = (x: number) => withMotion(() => (ship.at = { x, y: 0 }))
  preferences.motion = false
  sail(100)
  preferences.motion = true
  shown.still = true
  sail(200)
  shown.still = false
  shown.hidden = true
  sail(300)
  expect([ship.at, ship.journeys]).toEqual([{ x: 300, y: 0 }, []])
})

it('whoever clicks, and whatever comes next, ends all journeys', () => {
  const ship = piece('ship', { x: 0, y: 0 })
  shown.pieces = [ship]
  withMotion(() => (ship.at = { x: 100, y: 0 }))
  happen('pointerdown')
  expect(ship.flights[0]!.finish).toHaveBeenCalledOnce()
  withMotion(() => (ship.at = { x: 200, y: 0 }))
  withMotion(() => (ship.at = { x: 300, y: 0 }))
  expect(ship.flights[1]!.finish).toHaveBeenCalledOnce()
  expect(ship.flights[2]!.finish).not.toHaveBeenCalled()
})
