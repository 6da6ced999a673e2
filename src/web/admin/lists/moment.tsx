import { useIsLive } from '../forms/use-is-live.ts'

const own = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A date and time (epoch ms) by the reader's clock; the server does not know it and says UTC. */
export function Moment({ at }: { at: number }) {
  const isLive = useIsLive()
  const iso = new Date(at).toISOString()
  return <time dateTime={iso}>{isLive ? own.format(at) : `${iso.slice(0, 16).replace('T', ' ')} UTC`}</time>
}
