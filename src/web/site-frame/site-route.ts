import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import type { DeclaredPage } from '../define-page.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { createNotFoundError, createPageRoute } from '../page-route.ts'
import { ErrorPageInsideFrame, ErrorPageWithOwnFrame, loader, SiteFrame } from './site-frame.tsx'

/** Creates the route of all pages with the public header and footer, including the 404 for unknown paths. */
export function createSiteFrameRoute(pages: readonly DeclaredPage[]): RouteObject {
  return {
    id: 'site',
    loader,
    Component: SiteFrame,
    ErrorBoundary: ErrorPageWithOwnFrame,
    children: [
      {
        id: 'site-pages',
        ErrorBoundary: ErrorPageInsideFrame,
        children: [...pages.map(createPageRoute), { path: '*', loader: throwNotFound }],
      },
    ],
  }
}

function throwNotFound({ context }: LoaderFunctionArgs): never {
  throw getPageRequestContext(context).refusal ?? createNotFoundError()
}
