import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** After a move within the admin: the focus goes to the new heading (or the anchor's) and the title is read out. */
export function Announcer() {
  const { pathname, hash } = useLocation()
  const [title, setTitle] = useState('')
  const place = useRef(pathname + hash)
  useEffect(() => {
    if (place.current === pathname + hash) return
    place.current = pathname + hash
    const target = (hash && document.getElementById(hash.slice(1))) || document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [pathname, hash])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
