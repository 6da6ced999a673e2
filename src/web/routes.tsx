import type { RouteObject } from 'react-router'
import { adminArea } from './admin-area.tsx'
import { adminPages } from './admin-pages.ts'
import { rootRoute } from './root.tsx'
import { siteArea } from './site-area.tsx'
import type { SitePage } from './site-page.ts'
import { sitePages } from './site-pages.ts'

/** The whole site map of spec section 2. */
export const pages: readonly SitePage[] = [...sitePages, ...adminPages]

/** The server's routes: both areas. The browser gets the one it is in. */
export const routes: RouteObject[] = [rootRoute([siteArea(sitePages), adminArea(adminPages)])]
