import { Link, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { BRAND } from '../../contract/business.ts'
import { routeOf } from '../guards.ts'
import { Problem } from '../layout/problem.tsx'
import type { SitePage } from '../page.ts'
import { useRoot } from '../root.tsx'
import { loader } from './frame-data.ts'
import { Announcer } from './parts/announcer.tsx'
import { Drawer } from './parts/drawer.tsx'
import { Notice } from './parts/notice.tsx'
import { ToastProvider } from './parts/toast.tsx'

/** The pages inside the admin's sidebar. */
export function adminArea(pages: readonly SitePage[]): RouteObject {
  return {
    id: 'admin',
    loader,
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
            href={viewer.kind === 'admin' ? '/admin' : '/'}
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
