import { type RefCallback, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { formatDateTime, formatLongDate } from '../../../contract/core/date-time-format.ts'
import { useBusinessTimeZone } from './admin-layout-data.ts'

/** False on the server and while the browser takes over its HTML, true afterwards. */
export function useIsHydrated(): boolean {
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
export function DateTime({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatDateTime(useBusinessTimeZone(), at)}</time>
}

/** Shows a day (epoch ms) in the business's time zone. */
export function LongDate({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatLongDate(useBusinessTimeZone(), at)}</time>
}

/** How long typing must rest (ms) before a picture's address is tried. */
const TYPING_PAUSE_MS = 400

/** The address to show, once typing rests, and whether it turned out to be no picture. */
export function useImagePreview(typedUrl: string) {
  const [url, setUrl] = useState(typedUrl)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setUrl(typedUrl), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typedUrl])
  // Not `onError`: a picture of the server's HTML may have failed before anybody listens.
  const ref: RefCallback<HTMLImageElement> = useCallback(
    (image) => {
      image?.decode().catch(() => image.isConnected && setBrokenUrl(url))
    },
    [url],
  )
  return { address: url, isBroken: brokenUrl === url && url !== '', ref }
}

/** How long a page may be busy at most (ms) before what it can do without at first is loaded all the same. */
const MAX_IDLE_WAIT_MS = 2_000

/** Runs `work` once the page has nothing better to do. Answers how to forget about it. */
export function runWhenIdle(work: () => void): () => void {
  const wait = window.requestIdleCallback ?? ((late: () => void) => window.setTimeout(late))
  const id = wait(work, { timeout: MAX_IDLE_WAIT_MS })
  return () => (window.cancelIdleCallback ?? clearTimeout)(id)
}
