import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** After a move within the admin: the focus goes to the anchor or the new heading, and a new title is read out. */
export function Announcer() {
  const { key, pathname, hash } = useLocation()
  const [title, setTitle] = useState('')
  const last = useRef({ key, pathname })
  useEffect(() => {
    if (last.current.key === key) return
    const isNewPage = last.current.pathname !== pathname
    last.current = { key, pathname }
    const anchor = hash && document.getElementById(hash.slice(1))
    const target = anchor || (isNewPage && document.querySelector<HTMLElement>('main h1'))
    if (target) target.focus({ preventScroll: true })
    if (isNewPage) setTitle(document.title)
  }, [key, pathname, hash])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
