import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createAdminRoute } from './admin/shell/admin-layout.tsx'
import { loadAdminPageData } from './admin-data-strategy.ts'
import { adminPages } from './admin-pages.ts'
import { HtmlDocument, readHydration } from './html-document.tsx'
import { callOverHttp, withPageDownloadErrors } from './http-call.ts'
import { createRootRoute } from './root-route.tsx'
import { pageVisitContext } from './visit-context.ts'

// Hydrates the page that the server rendered. Only admin pages are hydrated.
const { state, assets, text: hydrationText } = readHydration(document)
const { viewer, origin } = state.loaderData.root
const routes = [createRootRoute([createAdminRoute(adminPages.map(withPageDownloadErrors))])]
await loadMatchedRouteModules(routes)
const router = createBrowserRouter(routes, {
  hydrationData: state,
  dataStrategy: loadAdminPageData,
  getContext: () => new RouterContextProvider(new Map([[pageVisitContext, { call: callOverHttp, viewer, origin }]])),
})
hydrateRoot(
  document,
  <HtmlDocument assets={assets} stylesheet="admin" hydration={hydrationText}>
    <RouterProvider router={router} />
  </HtmlDocument>,
)

/** Loads the page's code before hydration: React needs the components to attach to. */
async function loadMatchedRouteModules(routes: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
  }
}
