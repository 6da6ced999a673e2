import { useEffect, useRef, useState } from 'react'
import { Link, Outlet, type RouteObject, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { DEFAULT_BUSINESS_NAME } from '#contract/content/build-business-facts.ts'
import type { DeclaredPage } from '../../define-page.ts'
import { ErrorPage } from '../../layout/error-page.tsx'
import { createPageRoute } from '../../page-route.ts'
import { useRootData } from '../../root-route.tsx'
import { adminPaths } from '../admin-paths.ts'
import type { AdminFrame, NavigationGroup } from '../sidebar-navigation.ts'
import { ADMIN_LAYOUT_ROUTE_ID, loadAdminLayoutData, useAdminLayoutData } from './admin-layout-data.ts'
import { AdminSidebar } from './sidebar.tsx'
import { FlashNoticeToast, ToastProvider } from './toast.tsx'

/** Returns the route that puts the admin frame around `pages`. */
export function createAdminLayoutRoute(navigation: readonly NavigationGroup[], pages: readonly DeclaredPage[]): RouteObject {
  const frame = { navigation, pages }
  return {
    id: ADMIN_LAYOUT_ROUTE_ID,
    // In the browser, the server sends the frame's data with the page's data (docs/decisions/0001).
    loader: import.meta.env.SSR ? loadAdminLayoutData : () => ({}),
    // The counts of the sidebar are as new as the page beside them.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      currentUrl.pathname !== nextUrl.pathname || defaultShouldRevalidate,
    Component: () => <AdminLayout frame={frame} />,
    children: [{ id: 'admin-pages', ErrorBoundary: ErrorPage, children: pages.map(createPageRoute) }],
  }
}

/** The frame around every admin page. Viewers who aren't admins get a link to the site instead of the sidebar. */
function AdminLayout({ frame }: { frame: AdminFrame }) {
  const { viewer } = useRootData()
  const { businessName } = useAdminLayoutData()
  return (
    <ToastProvider>
      <Link to="#main" className="skip-link">
        Skip to content
      </Link>
      <noscript>
        <p className="bg-warning-tint px-(--edge) py-3 font-semibold">
          The admin area needs JavaScript. Turn it on in your browser and load this page again. Nothing is lost: what you already
          saved stays as it is.
        </p>
      </noscript>
      <FlashNoticeToast />
      <div className={viewer.kind === 'admin' ? 'admin-frame' : ''}>
        <header className="admin-bar">
          {viewer.kind === 'admin' && <AdminSidebar frame={frame} />}
          <a
            href={viewer.kind === 'admin' ? adminPaths.overview : '/'}
            className="flex min-h-11 items-center gap-3 text-lg font-semibold text-ink no-underline"
          >
            <img src="/favicon.svg" alt="" className="size-7" />
            {businessName ?? DEFAULT_BUSINESS_NAME}
          </a>
          {viewer.kind !== 'admin' && (
            <a href="/" className="ml-auto inline-flex min-h-11 items-center underline">
              View site
            </a>
          )}
        </header>
        <Outlet />
      </div>
      <NavigationProgress />
      <RouteAnnouncer />
      <ScrollRestoration />
    </ToastProvider>
  )
}

/** A progress bar while the next page or the answer to a form loads. */
function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="page-progress" data-state={state} aria-hidden />
}

/** Moves the focus. Makes an element focusable first if needed, such as a section. */
function moveFocus(target: HTMLElement): void {
  target.focus({ preventScroll: true })
  if (document.activeElement === target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Moves the focus to the anchor or the new heading after a navigation, and announces a new title (P-195). */
function RouteAnnouncer() {
  const { key, pathname, hash } = useLocation()
  const [title, setTitle] = useState('')
  const last = useRef({ key, pathname })
  useEffect(() => {
    if (last.current.key === key) return
    const isNewPage = last.current.pathname !== pathname
    last.current = { key, pathname }
    const anchor = hash && document.getElementById(hash.slice(1))
    // A search or a filter renders its form again, and the focus would be lost with it.
    const needsFocus = isNewPage || document.activeElement === document.body
    const target = anchor || (needsFocus && document.querySelector<HTMLElement>('main h1'))
    if (target) moveFocus(target)
    if (isNewPage) setTitle(document.title)
  }, [key, pathname, hash])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
