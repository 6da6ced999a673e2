import type { ComponentType } from 'react'
import type { ActionFunction, ActionFunctionArgs, LoaderFunction, Params } from 'react-router'
import type { Access, Call } from '../contract/grammar/endpoint.ts'
import type { BothFacts, PageKind } from '../contract/grammar/rendering.ts'

export type KeepForm = (args: Pick<ActionFunctionArgs, 'request' | 'context'>) => Promise<string | undefined>

/** What a page's file exports. */
export type PageModule = {
  Page: ComponentType
  loader?: LoaderFunction
  action?: ActionFunction
  /** Keeps the form of somebody who has to log in before it can be sent; answers a Set-Cookie header (forms/kept-form.ts). */
  keep?: KeepForm
  /** Of the public page at a path: what it says of itself, without the page around it. */
  facts?: (call: Call, path: string) => Promise<BothFacts>
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
  part?: 'details'
  /** The query parameters that a document reads. The page cache ignores all others (docs/decisions/0002). */
  reads?: readonly string[]
  /** One of its forms is a `fileForm`. */
  takesFile?: true
}

/** What the router keeps of a page. */
export type PageHandle = { page: SitePage }

export function documentPage(
  path: string,
  access: Access,
  load: SitePage['load'],
  more: Pick<SitePage, 'part' | 'reads'> = {},
): SitePage {
  return { path, access, kind: 'document', load, ...more }
}

export function formPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'form', load }
}

export function accountPage(path: string, access: Access, load: SitePage['load']): SitePage {
  return { path, access, kind: 'account', load }
}

export function appPage(path: string, access: Access, load: SitePage['load'], more: Pick<SitePage, 'takesFile'> = {}): SitePage {
  return { path, access, kind: 'app', load, ...more }
}
