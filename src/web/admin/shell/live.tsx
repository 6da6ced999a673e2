import { type RefCallback, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { formatLongDay, formatMoment } from '../../../contract/grammar/business-time.ts'
import { useTimeZone } from './frame-data.ts'

/** False on the server and while the browser takes over its HTML, true afterwards. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

function subscribe() {
  return () => {}
}

/** Shows a date and time (epoch ms) in the business's time zone. */
export function Moment({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatMoment(useTimeZone(), at)}</time>
}

/** Shows a day (epoch ms) in the business's time zone. */
export function Today({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatLongDay(useTimeZone(), at)}</time>
}

/** How long typing must rest (ms) before a picture's address is tried. */
const REST = 400

/** The address to show, once typing rests, and whether it turned out to be no picture. */
export function usePicture(typed: string) {
  const [address, setAddress] = useState(typed)
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setAddress(typed), REST)
    return () => clearTimeout(timer)
  }, [typed])
  // Not `onError`: a picture of the server's HTML may have failed before anybody listens.
  const ref: RefCallback<HTMLImageElement> = useCallback(
    (image) => {
      image?.decode().catch(() => image.isConnected && setBroken(address))
    },
    [address],
  )
  return { address, isBroken: broken === address && address !== '', ref }
}

/** How long a page may be busy at most (ms) before what it can do without at first is loaded all the same. */
const MOST_WAIT = 2_000

/** Runs `work` once the page has nothing better to do. Answers how to forget about it. */
export function whenIdle(work: () => void): () => void {
  const wait = window.requestIdleCallback ?? ((late: () => void) => window.setTimeout(late))
  const id = wait(work, { timeout: MOST_WAIT })
  return () => (window.cancelIdleCallback ?? clearTimeout)(id)
}
