import { type LoaderFunctionArgs, Outlet, type RouteObject, useRouteLoaderData } from 'react-router'
import type { Viewer } from '../contract/core/viewer.ts'
import { createFormId } from './forms/form-id.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { getVisit } from './visit-context.ts'

type RootData = {
  viewer: Viewer
  origin: string
  /** Other machines can reach the site. */
  isPublicSite?: true
  /** Search engines must not list its pages. */
  isKeptOut?: true
  /** Of the forms that are shown with it, and another one after each that was carried out. Not for kept documents: all share one. */
  formId?: string
  /** The page shows the draft. */
  isPreview?: true
}

/** The name of that route. */
export const ROOT_ROUTE_ID = 'root'

/** The route above every page: it knows who is looking and the site's own address. */
export function createRootRoute(children: RouteObject[]): RouteObject {
  return { id: ROOT_ROUTE_ID, loader: loadRootData, Component: Outlet, ErrorBoundary: ErrorPage, children }
}

/** An error above the root's loader leaves no data: such a page is shown as to a visitor. */
export function useRootData(): RootData {
  return useRouteLoaderData<RootData>(ROOT_ROUTE_ID) ?? { viewer: { kind: 'visitor' }, origin: '' }
}

function loadRootData({ context }: LoaderFunctionArgs): RootData {
  const { viewer, origin, isPublicSite, isKeptOut, isPreview } = getVisit(context)
  const site = { origin, ...(isPublicSite && { isPublicSite }), ...(isKeptOut && { isKeptOut }) }
  return { viewer, ...site, formId: createFormId(), ...(isPreview && { isPreview }) }
}
