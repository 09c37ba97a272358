import type { Attachment } from 'svelte/attachments'

export interface Place {
  x: number
  y: number
}

const distance = ([a, b]: TouchList): number => Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY)
const middle = ([a, b]: TouchList): Place => ({ x: (a!.clientX + b!.clientX) / 2, y: (a!.clientY + b!.clientY) / 2 })

/**
 * Two fingers on something that scrolls: tells by how much they moved apart, and around which place of the window. One
 * finger scrolls as ever. (With pointer events the browser would take both fingers away as soon as it scrolls.)
 */
export function pinch(zoom: (by: number, at: Place) => void): Attachment<HTMLElement> {
  return (element) => {
    let apart = 0
    const start = ({ touches }: TouchEvent) => (apart = touches.length === 2 ? distance(touches) : 0)
    const move = (event: TouchEvent) => {
      if (!apart || event.touches.length !== 2) return
      event.preventDefault() // neither scrolls nor magnifies the whole page
      const now = distance(event.touches)
      zoom(now / apart, middle(event.touches))
      apart = now
    }
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', start, { passive: true })
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', start)
    }
  }
}
