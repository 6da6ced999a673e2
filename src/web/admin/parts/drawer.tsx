import { Menu } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Count } from './count.tsx'
import { Sidebar } from './sidebar.tsx'

/** The sidebar; below 1024 px it opens from a disclosure, which needs no script. */
export function Drawer() {
  const details = useClosing()
  return (
    <div className="drawer">
      <details ref={details}>
        <summary className="relative grid size-11 cursor-pointer place-items-center rounded-field border border-rule bg-white">
          <Menu className="size-5" aria-hidden />
          <span className="sr-only">Menu</span>
          <span className="absolute -top-2 -right-2">
            <Count of="unreadMessages" />
          </span>
        </summary>
      </details>
      <div className="drawer-panel">
        <Sidebar />
      </div>
    </div>
  )
}

/** With script it also closes after a move to another page, and on Escape, which gives the focus back. */
function useClosing() {
  const { key } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current !== key && details.current) details.current.open = false
    lastKey.current = key
  }, [key])
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !details.current?.open) return
      details.current.open = false
      details.current.querySelector('summary')?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return details
}
