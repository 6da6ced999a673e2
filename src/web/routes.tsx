import type { RouteObject } from 'react-router'
import { createAdminLayoutRoute } from './admin/shell/admin-layout.tsx'
import { adminNavigation } from './admin-navigation.ts'
import { adminPages } from './admin-pages.ts'
import type { DeclaredPage } from './define-page.ts'
import { createRootRoute } from './root-route.tsx'
import { createSiteFrameRoute } from './site-frame/site-route.ts'
import { nonAdminReplacementPages, siteFramePages } from './site-frame-pages.ts'

/** All pages of the site (P-130). */
export const siteAndAdminPages: readonly DeclaredPage[] = [...siteFramePages, ...adminPages]

/** The server's routes for an admin. The browser gets only the admin pages. */
export const adminViewerRoutes: RouteObject[] = [
  createRootRoute([createSiteFrameRoute(siteFramePages), createAdminLayoutRoute(adminNavigation, adminPages)]),
]

/** The server's routes for everyone else. Some admin paths show other pages, such as form confirmations. */
export const nonAdminViewerRoutes: RouteObject[] = [
  createRootRoute([
    createSiteFrameRoute([...siteFramePages, ...nonAdminReplacementPages]),
    createAdminLayoutRoute(
      adminNavigation,
      adminPages.filter(({ path }) => !isReplacedForNonAdmins(path)),
    ),
  ]),
]

function isReplacedForNonAdmins(path: string): boolean {
  return nonAdminReplacementPages.some((page) => page.path === path)
}
