import type { RouteObject } from 'react-router'
import { adminArea } from './admin/shell/frame.tsx'
import { adminPages } from './admin-pages.ts'
import type { SitePage } from './page.ts'
import { rootRoute } from './root.tsx'
import { siteArea } from './site-frame/site-area.ts'
import { otherPages, sitePages } from './site-pages.ts'

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
