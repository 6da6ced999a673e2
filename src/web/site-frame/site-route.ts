import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { createNotFoundError, createRoute } from '../route-guards.ts'
import type { DeclaredPage } from '../site-page.ts'
import { getVisit } from '../visit-context.ts'
import { FramedErrorPage, loader, SiteErrorPage, SiteFrame } from './site-frame.tsx'

/** Creates the route of all pages with the public header and footer, including the 404 for unknown paths. */
export function createSiteRoute(pages: readonly DeclaredPage[]): RouteObject {
  return {
    id: 'site',
    loader,
    Component: SiteFrame,
    ErrorBoundary: FramedErrorPage,
    children: [
      {
        id: 'site-pages',
        ErrorBoundary: SiteErrorPage,
        children: [...pages.map(createRoute), { path: '*', loader: throwNotFound }],
      },
    ],
  }
}

function throwNotFound({ context }: LoaderFunctionArgs): never {
  throw getVisit(context).refusal ?? createNotFoundError()
}
