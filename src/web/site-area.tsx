import type { RouteObject } from 'react-router'
import { noSuchPage } from './guards.ts'
import { Problem } from './layout/problem.tsx'
import { loader, SiteFrame } from './layout/site-frame.tsx'
import { routeOf } from './page.ts'
import type { SitePage } from './site-page.ts'

/** The pages between the public header and footer, and the 404 for every address that no page claims. */
export function siteArea(pages: readonly SitePage[]): RouteObject {
  return {
    id: 'site',
    loader,
    Component: SiteFrame,
    // A page that is saved does not change the frame around it.
    shouldRevalidate: () => false,
    children: [{ id: 'site-pages', ErrorBoundary: Problem, children: [...pages.map(routeOf), { path: '*', loader: notFound }] }],
  }
}

function notFound(): never {
  throw noSuchPage()
}
