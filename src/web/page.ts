import type { ComponentType } from 'react'
import type { ActionFunction, LoaderFunction, Params, RouteObject } from 'react-router'
import type { Access } from '../contract/endpoint.ts'
import { guarded } from './guards.ts'

/** What a page's file exports. */
export type PageModule = { Page: ComponentType; loader?: LoaderFunction; action?: ActionFunction }

/**
 * One line of the site map; every page is rendered on the server. A `document` depends on content
 * and viewer kind alone, so it is kept; a `form` depends on the request; neither ships React.
 * An `app` page is hydrated.
 */
export type SitePage = {
  path: string
  access: Access
  kind: 'document' | 'form' | 'app'
  load: () => Promise<PageModule>
  /** Where the path alone matches too much: whether it is this page's. Anything else is no page at all. */
  accepts?: (params: Params) => boolean
  /** False while the page says honestly that it is still to come. */
  isBuilt: boolean
}

export type PageHandle = { page: SitePage }

export function documentPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'document', load, isBuilt: true }
}

export function formPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'form', load, isBuilt: true }
}

export function appPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'app', load, isBuilt: true }
}

/** A path of the spec whose page is still to come: admins see so, everybody else a 404. */
export function plannedPage(path: string): SitePage {
  return { path, access: 'anyone', kind: 'form', load: () => import('./public/planned.tsx'), isBuilt: false }
}

/** The router's form of a page; the guard runs before any of its data is loaded. */
export function routeOf(page: SitePage): RouteObject {
  return {
    path: page.path,
    handle: { page } satisfies PageHandle,
    lazy: async () => {
      const { Page, loader, action } = await page.load()
      return { Component: Page, loader: guarded(page, loader), action: action && guarded(page, action) }
    },
  }
}
