import { flushSync } from 'svelte'
import { moving } from './preferences.svelte'

/**
 * Pieces travel from where they were to where they are. An element with `data-piece` is a piece; one that is new and
 * has `data-from` starts at the element with that `data-place`.
 *
 * An element with `data-ground` carries the pieces on it: what only moved with its ground has not travelled. Its value
 * names the lengths (custom properties that are registered) which the ground gives to its pieces.
 */

const STAGGER = 70
const LONGEST_WAIT = 700
const EASE = 'cubic-bezier(.3, .7, .2, 1)'

let running: Animation[] = []

export function skipMotion(): void {
  const now = running
  running = []
  for (const animation of now) animation.finish()
}

addEventListener('pointerdown', skipMotion, true)
addEventListener('keydown', skipMotion, true)

const shown = (rect: DOMRect) => rect.width > 0 && rect.height > 0
const pieces = () => document.querySelectorAll<HTMLElement | SVGElement>('[data-piece]')

function places(): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>()
  for (const place of document.querySelectorAll<HTMLElement>('[data-place]')) {
    const rect = place.getBoundingClientRect()
    if (shown(rect)) found.set(place.dataset['place'] ?? '', rect)
  }
  return found
}

interface Lying {
  at: DOMRect
  ground: Element | null
  /** Where the ground itself is. */
  below: DOMRect | undefined
}

/** Where every piece lies, and on which ground. */
function lying(): Map<string, Lying> {
  const found = new Map<string, Lying>()
  for (const piece of pieces()) {
    const at = piece.getBoundingClientRect()
    const ground = groundOf(piece)
    if (shown(at)) found.set(piece.dataset['piece'] ?? '', { at, ground, below: ground?.getBoundingClientRect() })
  }
  return found
}

const groundOf = (piece: Element) => piece.closest<HTMLElement>('[data-ground]')

/** Where a piece lay, had its ground been where it is now. */
function carried({ at, ground, below }: Lying, piece: Element): DOMRect {
  if (!ground || !below || ground !== groundOf(piece)) return at
  const now = ground.getBoundingClientRect()
  return new DOMRect(at.x + now.x - below.x, at.y + now.y - below.y, at.width, at.height)
}

/** Whether a piece lies where its window (`data-window`, which scrolls) does not show it. */
function outside(piece: Element, at: DOMRect): boolean {
  const window = piece.closest('[data-window]')?.getBoundingClientRect()
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
  return window !== undefined && (x < window.left || x > window.right || y < window.top || y > window.bottom)
}

/** Changes what is shown, and lets every piece travel to its new place. */
export function withMotion(change: () => void): void {
  if (!moving() || document.hidden) {
    change()
    return
  }
  skipMotion()
  const before = lying()
  const from = places()
  flushSync(change)
  const after = places()
  let wait = 0
  for (const piece of pieces()) {
    const key = piece.dataset['piece'] ?? ''
    const source = piece.dataset['from'] ?? ''
    const old = before.get(key)
    const start = (old && carried(old, piece)) ?? from.get(source) ?? after.get(source)
    if (!start) continue
    const end = piece.getBoundingClientRect()
    if (!shown(end) || outside(piece, end) || (Math.abs(start.x - end.x) < 2 && Math.abs(start.y - end.y) < 2)) continue
    travel(piece, start, end, wait, !old)
    wait = Math.min(wait + STAGGER, LONGEST_WAIT)
  }
}

function travel(piece: HTMLElement | SVGElement, start: DOMRect, end: DOMRect, delay: number, fresh: boolean): void {
  const far = Math.hypot(start.x - end.x, start.y - end.y)
  const timing: KeyframeAnimationOptions = {
    duration: Math.min(400, 250 + far / 6),
    delay,
    easing: EASE,
    fill: 'backwards',
  }
  const drawn = piece instanceof SVGElement && piece.ownerSVGElement
  if (drawn) {
    // Within a drawing lengths are the drawing's own, and a piece cannot leave it: it moves in place.
    const scale = (piece as SVGGraphicsElement).getScreenCTM?.()?.a || 1
    const x = (start.x + start.width / 2 - end.x - end.width / 2) / scale
    const y = (start.y + start.height / 2 - end.y - end.height / 2) / scale
    const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'translate(0, 0)' }]
    watch(piece.animate(frames, { ...timing, composite: 'add' }))
    return
  }
  // A twin flies above what is around it, for the piece itself would be cut off at the edge of its box. What lies over a
  // page that scrolls (`--flight`) stays above it.
  const twin = piece.cloneNode(true) as HTMLElement
  for (const named of [twin, ...twin.querySelectorAll<HTMLElement>('[data-piece]')]) delete named.dataset['piece']
  twin.setAttribute('aria-hidden', 'true')
  twin.inert = true
  Object.assign(twin.style, {
    position: 'fixed',
    left: `${end.x}px`,
    top: `${end.y}px`,
    width: `${end.width}px`,
    height: `${end.height}px`,
    margin: '0',
    zIndex: getComputedStyle(piece).getPropertyValue('--flight') || '60',
    pointerEvents: 'none',
    transformOrigin: '0 0',
  })
  const given = groundOf(piece)?.dataset['ground'] || null
  for (const length of given?.split(' ') ?? [])
    twin.style.setProperty(length, getComputedStyle(piece).getPropertyValue(length))
  // Beside the piece where it can be, so that its sizes and colours stay as they are.
  const stage = piece.closest('[data-stage]') ?? document.body
  stage.append(twin)
  const [wide, high] = fresh
    ? [Math.min(1, start.width / end.width), Math.min(1, start.height / end.height)]
    : [start.width / end.width, start.height / end.height]
  const size = fresh ? Math.min(wide, high) : null
  const flight = twin.animate(
    [
      {
        transform: `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${size ?? wide}, ${size ?? high})`,
        opacity: fresh ? 0.2 : 1,
      },
      { transform: 'none', opacity: 1 },
    ],
    timing,
  )
  const away = piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + Number(timing.duration) })
  const land = () => {
    twin.remove()
    away.cancel()
  }
  flight.addEventListener('finish', land)
  flight.addEventListener('cancel', land)
  watch(flight)
}

function watch(animation: Animation): void {
  running.push(animation)
  animation.addEventListener('finish', () => (running = running.filter((other) => other !== animation)))
}
