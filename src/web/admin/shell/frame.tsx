import { useEffect, useRef, useState } from 'react'
import { Link, Outlet, type RouteObject, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { BRAND } from '../../../contract/content/business.ts'
import { routeOf } from '../../guards.ts'
import { Problem } from '../../layout/problem.tsx'
import type { SitePage } from '../../page.ts'
import { useRoot } from '../../root.tsx'
import { adminPaths } from '../site-map.ts'
import { FRAME, loader } from './frame-data.ts'
import { Drawer } from './sidebar.tsx'
import { Notice, ToastProvider } from './toast.tsx'

/** The pages inside the admin's sidebar. */
export function adminArea(pages: readonly SitePage[]): RouteObject {
  return {
    id: FRAME,
    // In the browser the frame's data comes from the server with the page's (docs/decisions/0054), or not at all.
    loader: import.meta.env.SSR ? loader : () => ({}),
    Component: AdminFrame,
    children: [{ id: 'admin-pages', ErrorBoundary: Problem, children: pages.map(routeOf) }],
  }
}

/** What stands around every admin page: the sidebar for admins; for others only the way to the site. */
function AdminFrame() {
  const { viewer } = useRoot()
  return (
    <ToastProvider>
      <Link to="#main" className="skip-link">
        Skip to content
      </Link>
      <Notice />
      <div className={viewer.kind === 'admin' ? 'admin-frame' : ''}>
        <header className="admin-bar">
          {viewer.kind === 'admin' && <Drawer />}
          <a
            href={viewer.kind === 'admin' ? adminPaths.overview : '/'}
            className="flex min-h-11 items-center gap-3 text-lg font-semibold text-ink no-underline"
          >
            <Mark />
            {BRAND}
          </a>
          {viewer.kind !== 'admin' && (
            <a href="/" className="ml-auto inline-flex min-h-11 items-center underline">
              View site
            </a>
          )}
        </header>
        <Outlet />
      </div>
      <Progress />
      <Announcer />
      <ScrollRestoration />
    </ToastProvider>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 30 30" className="size-7" aria-hidden>
      <path d="M2 28V19h7v9zM10.5 28V12h7v16zM19 28V9.2L23.6 3 28.2 9.2V28z" className="fill-pine" />
      <rect x="22" y="20" width="3.2" height="8" className="fill-brick" />
    </svg>
  )
}

/** The sign that the next page, or the answer to a form, is on its way. */
function Progress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="page-progress" data-state={state} aria-hidden />
}

/** After a move within the admin: the focus goes to the anchor or the new heading, and a new title is read out. */
function Announcer() {
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
