import type { RouteObject } from 'react-router'
import { loader } from './admin/admin-data.ts'
import { AdminFrame } from './admin/frame.tsx'
import { Problem } from './layout/problem.tsx'
import { routeOf } from './page.ts'
import type { SitePage } from './site-page.ts'

/** The pages inside the admin's sidebar. */
export function adminArea(pages: readonly SitePage[]): RouteObject {
  return {
    id: 'admin',
    loader,
    Component: AdminFrame,
    children: [{ id: 'admin-pages', ErrorBoundary: Problem, children: pages.map(routeOf) }],
  }
}
