/** As much of a browser as the logic of the pages asks for, where there is none. */
import { afterEach, beforeEach, vi } from 'vitest'

class Listeners {
  #all: [string, () => void][] = []

  addEventListener = (event: string, hear: () => void) => void this.#all.push([event, hear])
  removeEventListener = (event: string, hear: () => void) => {
    this.#all = this.#all.filter(([one, other]) => one !== event || other !== hear)
  }
  happen(event: string): void {
    for (const [one, hear] of this.#all) if (one === event) hear()
  }
}
const view = new Listeners()
const page = new Listeners()

export const shown = { hidden: false, pieces: [] as unknown[], places: [] as unknown[], still: false, narrow: false }

/** Something happens to the window, as a click or a network that is there again. */
export const happen = (event: string) => view.happen(event)
/** The page is shown, or is not any more. */
export function show(visible: boolean): void {
  shown.hidden = !visible
  page.happen('visibilitychange')
}

/** A live connection as the page knows it; the test is the server. */
export class Socket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  /** All that were ever opened, the newest last. */
  static all: Socket[] = []
  static get last(): Socket {
    return Socket.all.at(-1)!
  }

  readyState = Socket.CONNECTING
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(readonly address: string) {
    Socket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }

  close(): void {
    if (this.readyState !== Socket.CLOSED) this.drop(1005)
  }

  // -- what the server does

  open(): void {
    this.readyState = Socket.OPEN
    this.onopen?.()
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  drop(code: number): void {
    this.readyState = Socket.CLOSED
    this.onclose?.({ code })
  }
}

const document = {
  addEventListener: page.addEventListener,
  removeEventListener: page.removeEventListener,
  querySelectorAll: (selector: string) => (selector === '[data-piece]' ? shown.pieces : selector === '[data-place]' ? shown.places : []),
  querySelector: () => null,
  activeElement: null,
  get hidden() {
    return shown.hidden
  },
}

/** A question about the screen, answered anew each time. */
const matchMedia = (query: string) => ({
  get matches() {
    return query.includes('reduced-motion') ? shown.still : shown.narrow
  },
  addEventListener() {},
  removeEventListener() {},
})

vi.stubGlobal('window', globalThis)
vi.stubGlobal('document', document)
vi.stubGlobal('addEventListener', view.addEventListener)
vi.stubGlobal('removeEventListener', view.removeEventListener)
vi.stubGlobal('matchMedia', matchMedia)
vi.stubGlobal('location', { protocol: 'http:', host: 'table.example', pathname: '/', search: '' })
vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} })
vi.stubGlobal('SVGElement', class {})
vi.stubGlobal('DOMRect', class {
  constructor(readonly x: number, readonly y: number, readonly width: number, readonly height: number) {}
})
vi.stubGlobal('WebSocket', Socket)

beforeEach(() => {
  vi.useFakeTimers()
  Socket.all = []
  Object.assign(shown, { hidden: false, pieces: [], places: [], still: false, narrow: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
