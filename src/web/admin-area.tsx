import type { RouteObject } from 'react-router'
import { AdminFrame } from './admin/frame.tsx'
import { loader } from './admin/frame-data.ts'
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
