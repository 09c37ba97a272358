/** The address of the page, and how to go elsewhere without a reload. */

export type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string }
  | { page: 'campaign'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'table'; id: string }
  | { page: 'rules'; game: string; clause: string | null }
  | { page: 'admin' }
  | { page: 'lost' }

function route(path: string, query: string): Route {
  const [first, second, ...rest] = path.split('/').filter(Boolean)
  if (!first) return { page: 'lobby' }
  if (first === 'admin' && !second) return { page: 'admin' }
  if (second && !rest.length) {
    if (first === 'new') return { page: 'new', game: second }
    if (first === 'campaign') return { page: 'campaign', game: second }
    if (first === 'learn') return { page: 'learn', game: second }
    if (first === 't') return { page: 'table', id: second }
    if (first === 'rules') return { page: 'rules', game: second, clause: new URLSearchParams(query).get('clause') }
  }
  return { page: 'lost' }
}

const here = () => route(location.pathname, location.search)
let current = $state.raw<Route>(here())

export const router = {
  get route(): Route {
    return current
  },
}

/** `instead` leaves no way back to where one was, where that only leads on. */
export function go(path: string, instead = false): void {
  if (instead) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  current = here()
  scrollTo(0, 0)
}

/** Goes where a link leads. One with a secret in it, such as one out of the chat, is taken as if it had been opened afresh. */
export function follow(address: string): void {
  if (!/#./.test(address)) {
    go(address)
    return
  }
  history.pushState(null, '', address)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** Takes links within the page; everything else is the browser's business. */
function take(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element).closest?.('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api')) return
  event.preventDefault()
  follow(link.pathname + link.search + link.hash)
}

export function startRouter(): void {
  addEventListener('popstate', () => (current = here()))
  addEventListener('click', take)
}

/** For a page whose address was changed from outside. */
export function reread(): void {
  current = here()
}
