import { type RefCallback, useCallback, useEffect, useState } from 'react'

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
