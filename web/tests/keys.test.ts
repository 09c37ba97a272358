import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { press, type Keyboard } from '../src/table/keys'

/** The field in which a number is typed has the focus. */
const field = { matches: (selector: string) => ['input', 'input[role=spinbutton]'].some((one) => selector.split(', ').includes(one)), closest: () => field }

function key(name: string, running: boolean) {
  const goOn = vi.fn()
  const hush = vi.fn()
  const preventDefault = vi.fn()
  const on = {
    deciding: { advice: { open: false, rows: [] }, group: {} },
    history: { reviewing: false },
    telling: { running, goOn, hush },
  } as unknown as Keyboard
  press({ key: name, target: field, preventDefault } as unknown as KeyboardEvent, on)
  return { goOn, preventDefault }
}

describe('keys in the field of a number', () => {
  beforeEach(() => vi.stubGlobal('document', { querySelector: () => null }))
  afterEach(() => vi.unstubAllGlobals())

  it('go on with what is told by Space, and leave the number as it is', () => {
    const { goOn, preventDefault } = key(' ', true)
    expect(goOn).toHaveBeenCalledOnce()
    expect(preventDefault).toHaveBeenCalledOnce()
  })

  it('type no blank where nothing is told', () => {
    const { goOn, preventDefault } = key(' ', false)
    expect(goOn).not.toHaveBeenCalled()
    expect(preventDefault).toHaveBeenCalledOnce()
  })

  it('are the field’s own where they are digits or confirm', () => {
    for (const name of ['7', 'Enter']) {
      const { goOn, preventDefault } = key(name, true)
      expect(goOn).not.toHaveBeenCalled()
      expect(preventDefault).not.toHaveBeenCalled()
    }
  })
})
