import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { noSuchPage, routeOf } from '../guards.ts'
import type { SitePage } from '../page.ts'
import { visitOf } from '../visit.ts'
import { FramedProblem, loader, SiteFrame, SiteProblem } from './site-frame.tsx'

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
