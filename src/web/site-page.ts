import type { ComponentType } from 'react'
import type { ActionFunction, ActionFunctionArgs, LoaderFunction, Params } from 'react-router'
import type { Access, Call } from '../contract/endpoint.ts'
import type { BothFacts } from './public/page-facts.ts'

export type KeepForm = (args: Pick<ActionFunctionArgs, 'request' | 'context'>) => Promise<string | undefined>

/** What a page's file exports. */
export type PageModule = {
  Page: ComponentType
  loader?: LoaderFunction
  action?: ActionFunction
  /** Keeps the form of somebody who has to log in before it can be sent; answers a Set-Cookie header (forms/kept-form.ts). */
  keep?: KeepForm
  /** Of a public page: what it says of itself, without the page around it. */
  facts?: (call: Call) => Promise<BothFacts>
}

/**
 * One line of the site map; every page is rendered on the server. A public page is a `document`, which depends
 * on content and viewer kind alone, so it is kept, or a `form`, which depends on the request. An `account` page is
 * rendered for whoever asks, with the style sheet of account and customer pages. None of them ships React.
 * An `app` page is hydrated: only the admin's are.
 */
export type SitePage = {
  path: string
  access: Access
  kind: 'document' | 'form' | 'account' | 'app'
  load: () => Promise<PageModule>
  /** Where the path alone matches too much: whether it is this page's. Anything else is no page at all. */
  accepts?: (params: Params) => boolean
}
