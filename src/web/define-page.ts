import type { ComponentType } from 'react'
import type { ActionFunction, ActionFunctionArgs, LoaderFunction, Params } from 'react-router'
import type { Access, ApiCallFunction } from '../contract/core/endpoint.ts'
import type { PageDeliveryKind, PageMetadataAndDefaults } from '../contract/core/server-and-pages-interface.ts'

export type SaveFormBeforeLogin = (args: Pick<ActionFunctionArgs, 'request' | 'context'>) => Promise<string | undefined>

export type PageRouteModule = {
  Page: ComponentType
  loader?: LoaderFunction
  action?: ActionFunction
  /** Saves a form before its sender has to log in. Returns a Set-Cookie header (forms/form-kept-during-login.ts). */
  saveFormBeforeLogin?: SaveFormBeforeLogin
  /** Returns the published metadata of the public page at a path, without its header and footer. */
  metadata?: (call: ApiCallFunction, path: string) => Promise<PageMetadataAndDefaults>
}

export type DeclaredPage = {
  path: string
  access: Access
  kind: PageDeliveryKind
  load: () => Promise<PageRouteModule>
  /** Says whether the path parameters belong to this page. If not, the path answers 404. */
  accepts?: (params: Params) => boolean
  /** The default is the stylesheet of public pages. Hydrated pages have the admin's. */
  stylesheet?: 'secondary' | 'account' | 'work'
  /** The query parameters that a cached page reads. The page cache ignores all others (docs/decisions/0002). */
  cachedQueryParams?: readonly string[]
  /** One of its forms is a `defineFileUploadForm`. */
  takesFile?: true
}

export type PageRouteHandle = { page: DeclaredPage }

export function defineCachedPage(
  path: string,
  access: Access,
  load: DeclaredPage['load'],
  options: Pick<DeclaredPage, 'stylesheet' | 'cachedQueryParams'> = {},
): DeclaredPage {
  return { path, access, kind: 'cached', load, ...options }
}

/** Defines a page that the server renders for each request. The default is the stylesheet of account pages. */
export function defineUncachedPage(
  path: string,
  access: Access,
  load: DeclaredPage['load'],
  options: Pick<DeclaredPage, 'takesFile' | 'stylesheet'> = {},
): DeclaredPage {
  return { path, access, kind: 'uncached', load, stylesheet: 'account', ...options }
}

export function defineHydratedPage(
  path: string,
  access: Access,
  load: DeclaredPage['load'],
  options: Pick<DeclaredPage, 'takesFile'> = {},
): DeclaredPage {
  return { path, access, kind: 'hydrated', load, ...options }
}
