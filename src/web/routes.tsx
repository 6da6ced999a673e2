import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { adminArea } from './admin/frame.tsx'
import { adminPages } from './admin-pages.ts'
import { noSuchPage, routeOf } from './guards.ts'
import { FramedProblem, loader, SiteFrame, SiteProblem } from './layout/site-frame.tsx'
import type { SitePage } from './page.ts'
import { rootRoute } from './root.tsx'
import { otherPages, sitePages } from './site-pages.ts'
import { visitOf } from './visit.ts'

/** The whole site map of spec section 2. */
export const pages: readonly SitePage[] = [...sitePages, ...adminPages]

/** The server's routes for an admin: both areas. The browser gets the one it is in. */
export const adminRoutes: RouteObject[] = [rootRoute([siteArea(sitePages), adminArea(adminPages)])]

/** The server's routes for everybody else, who find pages of their own where a form sends them to an admin's. */
export const otherRoutes: RouteObject[] = [
  rootRoute([siteArea([...sitePages, ...otherPages]), adminArea(adminPages.filter(({ path }) => !isReplaced(path)))]),
]

function isReplaced(path: string): boolean {
  return otherPages.some((page) => page.path === path)
}

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
