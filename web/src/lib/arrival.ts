/** Secrets come in the fragment of a link. They are read once and taken out of the address bar at once. */

export interface Arrival {
  /** The page that the link led to: its secrets are good for no other. */
  path: string
  join: string | null
  seat: { seat: number; secret: string } | null
  carry: string | null
}

export function takeFragment(): Arrival {
  const found = new URLSearchParams(location.hash.slice(1))
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  const seat = /^(\d)\.(.+)$/.exec(found.get('seat') ?? '')
  return {
    path: location.pathname,
    join: found.get('join'),
    seat: seat ? { seat: Number(seat[1]), secret: seat[2] ?? '' } : null,
    carry: found.get('carry'),
  }
}
