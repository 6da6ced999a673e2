import type { ComponentType } from 'react'
import type { ActionFunction, ActionFunctionArgs, LoaderFunction, Params } from 'react-router'
import type { Access, ApiCall } from '../contract/core/endpoint.ts'
import type { PageFactsWithDefaults, PageKind } from '../contract/core/page-rendering.ts'

export type SaveForm = (args: Pick<ActionFunctionArgs, 'request' | 'context'>) => Promise<string | undefined>

/** What a page's file exports. */
export type PageModule = {
  Page: ComponentType
  loader?: LoaderFunction
  action?: ActionFunction
  /** Keeps the form of somebody who has to log in before it can be sent; answers a Set-Cookie header (forms/saved-form-cookie.ts). */
  saveForm?: SaveForm
  /** Of the public page at a path: what it says of itself, without the page around it. */
  facts?: (call: ApiCall, path: string) => Promise<PageFactsWithDefaults>
}

/** One line of the site map. */
export type SitePage = {
  path: string
  access: Access
  kind: PageKind
  load: () => Promise<PageModule>
  /** Where the path alone matches too much: whether it is this page's. Anything else is no page at all. */
  accepts?: (params: Params) => boolean
  /** Of a document with another style sheet than the public pages have. */
  stylesheet?: 'details'
  /** The query parameters that a document reads. The page cache ignores all others (docs/decisions/0002). */
  cachedQueryParams?: readonly string[]
  /** One of its forms is a `fileForm`. */
  takesFile?: true
}

/** What the router keeps of a page. */
export type RouteHandle = { page: SitePage }

export function defineDocumentPage(
  path: string,
  access: Access,
  load: SitePage['load'],
  more: Pick<SitePage, 'stylesheet' | 'cachedQueryParams'> = {},
): SitePage {
  return { path, access, kind: 'document', load, ...more }
}

export function defineFormPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'form', load }
}

export function defineAccountPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'account', load }
}

export function defineAppPage(
  path: string,
  access: Access,
  load: SitePage['load'],
  more: Pick<SitePage, 'takesFile'> = {},
): SitePage {
  return { path, access, kind: 'app', load, ...more }
}
