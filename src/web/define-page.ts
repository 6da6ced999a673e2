import type { ComponentType } from 'react'
import type { ActionFunction, ActionFunctionArgs, LoaderFunction } from 'react-router'
import type { Access, ApiCallFunction } from '#contract/core/endpoint.ts'
import type { PageDeclaration, PageDeliveryKind, PageMetadataAndDefaults } from '#contract/core/page-rendering-interface.ts'

export type SaveFormBeforeLogin = (args: Pick<ActionFunctionArgs, 'request' | 'context'>) => Promise<string | undefined>

export type PageRouteModule = {
  Page: ComponentType
  loader?: LoaderFunction
  action?: ActionFunction
  /** On a hydrated page, answers the forms that the browser posts itself, because the reply is another document. */
  documentAction?: ActionFunction
  /** Saves a form before its sender has to log in. Returns a Set-Cookie header (forms/form-kept-during-login.ts). */
  saveFormBeforeLogin?: SaveFormBeforeLogin
  /** Returns the published metadata of the public page at a path, without its header and footer. */
  metadata?: (call: ApiCallFunction, path: string) => Promise<PageMetadataAndDefaults>
}

/** A page as the server knows it, with its code. */
export type DeclaredPage = PageDeclaration & {
  load: () => Promise<PageRouteModule>
  /** The default is the stylesheet of public pages. Hydrated pages have the admin's. */
  stylesheet?: 'secondary' | 'account' | 'work'
  /** The path of the entry that the admin's sidebar highlights, for a page without an entry of its own. */
  sidebarEntry?: string
}

export type PageRouteHandle = { page: DeclaredPage }

export const defineCachedPage = createPageDefiner<'accepts' | 'stylesheet' | 'cachedQueryParams'>('cached')
/** Defines a page that the server renders for each request, by default with the stylesheet of account pages. */
export const defineUncachedPage = createPageDefiner<'accepts' | 'stylesheet' | 'takesFile' | 'isReturnTarget'>(
  'uncached',
  'account',
)
export const defineHydratedPage = createPageDefiner<'accepts' | 'sidebarEntry'>('hydrated')

function createPageDefiner<Option extends keyof DeclaredPage>(kind: PageDeliveryKind, stylesheet?: DeclaredPage['stylesheet']) {
  type Options = Partial<Pick<DeclaredPage, Option>>
  return (path: string, access: Access, load: DeclaredPage['load'], options?: Options): DeclaredPage => {
    return { path, access, kind, load, ...(stylesheet && { stylesheet }), ...options }
  }
}
