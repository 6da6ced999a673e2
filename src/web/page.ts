import type { RouteObject } from 'react-router'
import type { Access } from '../contract/endpoint.ts'
import { guarded } from './guards.ts'
import type { SitePage } from './site-page.ts'

/** What the router keeps of a page. */
export type PageHandle = { page: SitePage }

export function documentPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'document', load }
}

export function formPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'form', load }
}

export function accountPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'account', load }
}

export function appPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'app', load }
}

/** The router's form of a page; the guard runs before any of its data is loaded. */
export function routeOf(page: SitePage): RouteObject {
  return {
    // Named, not counted: the server knows every page, the browser the admin's, and their data must meet.
    id: page.path,
    path: page.path,
    handle: { page } satisfies PageHandle,
    lazy: async () => {
      const { Page, loader, action, keep } = await page.load()
      return { Component: Page, loader: guarded(page, loader), action: action && guarded(page, action, keep) }
    },
  }
}
