/** Things on the table and the lines about them are marked together. A thing is known by any of these names. */
const NAMES = ['thing', 'piece', 'target', 'place'] as const

/** Marks the things with these names, and nothing else. */
export function mark(things: readonly string[]): void {
  for (const old of document.querySelectorAll('[data-marked]')) old.removeAttribute('data-marked')
  for (const found of thingsCalled(things)) found.setAttribute('data-marked', '')
}

/** What is on the table under some names, in their order. */
export const thingsCalled = (names: readonly string[]): Element[] =>
  names.flatMap((called) => [...document.querySelectorAll(NAMES.map((name) => `main [data-${name}="${CSS.escape(called)}"]`).join())])

/** The names of the thing under the mouse or the keyboard, and of what it lies on; none outside of the table. */
export function thingsAt(element: Element | null): string[] {
  const found: string[] = []
  for (let one = element; one && one.localName !== 'main'; one = one.parentElement) {
    if (!(one instanceof HTMLElement || one instanceof SVGElement)) continue
    for (const name of NAMES) if (one.dataset[name]) found.push(one.dataset[name])
  }
  return element?.closest('main') ? found : []
}
