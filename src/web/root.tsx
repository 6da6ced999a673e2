import { type LoaderFunctionArgs, Outlet, type RouteObject, useRouteLoaderData } from 'react-router'
import type { Viewer } from '../contract/grammar/viewer.ts'
import { newFormId } from './forms/submission.ts'
import { Problem } from './layout/problem.tsx'
import { visitOf } from './visit.ts'

type Root = {
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
export const ROOT = 'root'

/** The route above every page: it knows who is looking and the site's own address. */
export function rootRoute(children: RouteObject[]): RouteObject {
  return { id: ROOT, loader: loadRoot, Component: Outlet, ErrorBoundary: Problem, children }
}

/** An error above the root's loader leaves no data: such a page is shown as to a visitor. */
export function useRoot(): Root {
  return useRouteLoaderData<Root>(ROOT) ?? { viewer: { kind: 'visitor' }, origin: '' }
}

function loadRoot({ context }: LoaderFunctionArgs): Root {
  const { viewer, origin, isPublicSite, isKeptOut, isPreview } = visitOf(context)
  const site = { origin, ...(isPublicSite && { isPublicSite }), ...(isKeptOut && { isKeptOut }) }
  return { viewer, ...site, formId: newFormId(), ...(isPreview && { isPreview }) }
}
