import { type RefCallback, useCallback, useEffect, useState } from 'react'

/** The pause in typing (ms) after which the preview loads the image. */
const TYPING_PAUSE_MS = 400

/** Returns the URL of the image to show once typing pauses. `isBroken` is true if the URL has no image. */
export function useDebouncedImageUrl(typedUrl: string) {
  const [url, setUrl] = useState(typedUrl)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setUrl(typedUrl), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typedUrl])
  // `onError` would miss an image of the server's HTML that fails before hydration.
  const ref: RefCallback<HTMLImageElement> = useCallback(
    (image) => {
      image?.decode().catch(() => image.isConnected && setBrokenUrl(url))
    },
    [url],
  )
  return { url, isBroken: brokenUrl === url && url !== '', ref }
}
