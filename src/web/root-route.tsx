import { type LoaderFunctionArgs, Outlet, type RouteObject, useLocation, useMatches, useRouteLoaderData } from 'react-router'
import type { Access } from '#contract/core/endpoint.ts'
import type { Viewer } from '#contract/core/viewer.ts'
import type { PageRouteHandle } from './define-page.ts'
import { FormAccountContext } from './forms/form-account.tsx'
import { createFormRenderingId } from './forms/form-idempotency-key.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { getPageRequestContext } from './page-request-context.ts'

type RootData = {
  viewer: Viewer
  origin: string
  /** Other machines can reach the site. */
  isPublicSite?: true
  /** Search engines must not list its pages. */
  isKeptOut?: true
  /** "Join With Google" is set up. */
  hasIdentityProvider?: true
  /** Identifies one rendering of the page's forms, for idempotency keys. Cached pages ignore it: all visitors share them. */
  formId?: string
  /** The page shows staged changes. */
  isPreview?: true
}

export const ROOT_ROUTE_ID = 'root'

/** Returns the route above every page. It knows the viewer and the site's origin. */
export function createRootRoute(children: RouteObject[]): RouteObject {
  return { id: ROOT_ROUTE_ID, loader: loadRootData, Component: RootPage, ErrorBoundary: ErrorPage, children }
}

function RootPage() {
  const { viewer } = useRootData()
  const { search } = useLocation()
  const access = usePageAccess()
  const isShared = viewer.kind === 'visitor' || !access || access === 'anyone'
  return (
    <FormAccountContext value={isShared ? undefined : { userId: viewer.userId, search }}>
      <Outlet />
    </FormAccountContext>
  )
}

/** Returns who may open the page; undefined for a missing page. */
export function usePageAccess(): Access | undefined {
  return (useMatches().at(-1)?.handle as PageRouteHandle | undefined)?.page.access
}

/** Returns the root's data. After an error above the root loader, returns a visitor's. */
export function useRootData(): RootData {
  return useRouteLoaderData<RootData>(ROOT_ROUTE_ID) ?? { viewer: { kind: 'visitor' }, origin: '' }
}

function loadRootData({ context }: LoaderFunctionArgs): RootData {
  const { viewer, origin, isPublicSite, isKeptOut, hasIdentityProvider, isPreview } = getPageRequestContext(context)
  const site = {
    origin,
    ...(isPublicSite && { isPublicSite }),
    ...(isKeptOut && { isKeptOut }),
    ...(hasIdentityProvider && { hasIdentityProvider }),
  }
  return { viewer, ...site, formId: createFormRenderingId(), ...(isPreview && { isPreview }) }
}
