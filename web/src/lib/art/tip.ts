import { mount, unmount, type Snippet } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import Tip from './Tip.svelte'

/** One sign that a tip explains. */
export interface TipLine {
  icon?: string
  amount?: string
  name: string
  about?: string
  clause?: string
}

/** What a tip says. */
export interface TipWords {
  title?: string
  note?: string
  lines?: TipLine[]
  body?: Snippet
  onClause?: (clause: string) => void
}

const HOVER = 350 // ms until a tip opens under a mouse
const PRESS = 450 // ms that a finger has to stay
const LEAVE = 180 // ms to get from the thing to its tip
const TOUCH = 1000 // ms after a touch in which a mouse is only the browser's guess of one

let close: (() => void) | null = null

// Where a tap changes the page, browsers report a mouse over whatever slid under the finger. Where there is no mouse,
// none is believed in.
let touched = -Infinity
for (const name of ['pointerdown', 'pointerup'])
  addEventListener(name, (event) => {
    if ((event as PointerEvent).pointerType === 'touch') touched = event.timeStamp
  }, true)
const hovers = matchMedia('(hover: hover)')
const byMouse = (event: Event): boolean =>
  hovers.matches && (event as PointerEvent).pointerType === 'mouse' && event.timeStamp - touched > TOUCH

// Where the board changes under a mouse that lies still, browsers report it over whatever came there. Nobody has pointed
// at that; nor has whoever pressed, as long as the hand only trembles.
const TREMBLE = 8 // px
let last = { x: NaN, y: NaN }
let pressed: typeof last | null = null
const trembles = ({ clientX: x, clientY: y }: PointerEvent): boolean =>
  pressed !== null && Math.hypot(x - pressed.x, y - pressed.y) < TREMBLE
for (const name of ['pointermove', 'pointerdown'] as const)
  addEventListener(name, (event) => {
    last = { x: event.clientX, y: event.clientY }
    if (name === 'pointerdown') pressed = last
    else if (!trembles(event)) pressed = null
  }, true)
function rests(event: PointerEvent): boolean {
  return trembles(event) || (event.type === 'pointerover' && event.clientX === last.x && event.clientY === last.y)
}

/** Whether something is being explained. */
export const tipOpen = (): boolean => close !== null

/** Closes the tip that is open, if any. */
export function closeTip(): void {
  close?.()
}

function open(owner: Element, words: TipWords, at: DOMRect, stay: () => void, leave: () => void): () => void {
  closeTip()
  const place = document.createElement('div')
  // Within a modal dialog everything outside is inert.
  ;(owner.closest('dialog') ?? document.body).append(place)
  const done = () => {
    if (close !== done) return
    close = null
    document.removeEventListener('keydown', escape, true)
    document.removeEventListener('pointerdown', outside, true)
    window.removeEventListener('scroll', done, true)
    void unmount(tip).then(() => place.remove())
  }
  const tip = mount(Tip, { target: place, props: { words, at, close: done, stay, leave } })
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // A dialog around it stays open; anything else may hear of the key as well.
    if (owner.closest('dialog')) {
      event.preventDefault()
      event.stopPropagation()
    }
    done()
  }
  const outside = (event: Event) => {
    if (!place.contains(event.target as Node)) done()
  }
  document.addEventListener('keydown', escape, true)
  document.addEventListener('pointerdown', outside, true)
  window.addEventListener('scroll', done, true)
  close = done
  return done
}

/**
 * Explains a thing on hover, keyboard focus and long press. `words` is asked when the tip opens, with the innermost
 * sign (an element with `data-sign`) under the pointer, if any. With `click`, a click explains as well, for things that
 * have nothing else to do.
 */
export function tip(words: (sign: string | null) => TipWords | null, { click: byClick = false } = {}): Attachment<Element> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let mine: (() => void) | null = null
    let swallow = false
    let began = 0

    const signAt = (target: EventTarget | null): Element | null =>
      target instanceof Element ? (target.closest('[data-sign]') ?? null) : null
    const show = (sign: Element | null) => {
      const inner = sign && element.contains(sign) ? sign : null
      const said = words(inner?.getAttribute('data-sign') ?? null)
      if (said) mine = open(element, said, (inner ?? element).getBoundingClientRect(), stay, leave)
    }
    const hide = () => {
      clearTimeout(timer)
      mine?.()
      mine = null
    }
    const stay = () => clearTimeout(timer)
    const leave = () => {
      clearTimeout(timer)
      timer = setTimeout(hide, LEAVE)
    }

    let under: Element | null | undefined
    const over = (event: Event) => {
      if (!byMouse(event) || rests(event as PointerEvent)) return
      const sign = signAt(event.target)
      if (under === sign) return
      stay()
      under = sign
      timer = setTimeout(() => show(sign), mine ? 60 : HOVER)
    }
    const out = (event: Event) => {
      if ((event as PointerEvent).pointerType !== 'mouse') return
      if (element.contains((event as PointerEvent).relatedTarget as Node | null)) return
      under = undefined
      leave()
    }
    const down = (event: Event) => {
      clearTimeout(timer)
      swallow = false
      began = event.timeStamp
      const { pointerType, target } = event as PointerEvent
      if (pointerType === 'mouse') return hide()
      timer = setTimeout(() => {
        swallow = true
        show(signAt(target))
      }, PRESS)
    }
    const lift = (event: Event) => {
      if ((event as PointerEvent).pointerType === 'mouse') return
      clearTimeout(timer)
      // While the page was busy the time went by, but the finger was not there for so long.
      if (swallow && event.timeStamp - began < PRESS) {
        swallow = false
        hide()
      }
    }
    // A long press explains; it does not also choose.
    const click = (event: Event) => {
      if (!swallow) {
        if (byClick) show(null)
        return
      }
      swallow = false
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const menu = (event: Event) => {
      if (swallow) event.preventDefault()
    }
    const focus = (event: Event) => {
      if (!(event.target as Element).matches(':focus-visible')) return
      clearTimeout(timer)
      timer = setTimeout(() => show(null), HOVER)
    }

    const on: [string, (event: Event) => void, boolean?][] = [
      ['pointerover', over],
      ['pointermove', over],
      ['pointerout', out],
      ['pointerdown', down],
      ['pointerup', lift],
      ['pointercancel', lift],
      ['click', click, true],
      ['contextmenu', menu],
      ['focusin', focus],
      ['focusout', hide],
    ]
    for (const [name, listener, capture] of on) element.addEventListener(name, listener, capture)
    return () => {
      hide()
      for (const [name, listener, capture] of on) element.removeEventListener(name, listener, capture)
    }
  }
}
