import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { noSuchPage } from './guards.ts'
import { FramedProblem, loader, SiteFrame, SiteProblem } from './layout/site-frame.tsx'
import { routeOf } from './page.ts'
import type { SitePage } from './site-page.ts'
import { visitOf } from './visit.ts'

/** The pages between the public header and footer, and the 404 for every address that no page claims. */
export function siteArea(pages: readonly SitePage[]): RouteObject {
  return {
    id: 'site',
    loader,
    Component: SiteFrame,
    ErrorBoundary: FramedProblem,
    children: [
      { id: 'site-pages', ErrorBoundary: SiteProblem, children: [...pages.map(routeOf), { path: '*', loader: noPage }] },
    ],
  }
}

function noPage({ context }: LoaderFunctionArgs): never {
  throw visitOf(context).refusal ?? noSuchPage()
}
