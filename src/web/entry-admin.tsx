import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { adminArea } from './admin/shell/frame.tsx'
import { adminPages } from './admin-pages.ts'
import { callOverHttp, loadedOverHttp } from './call.ts'
import { Document, readHydration } from './document.tsx'
import { loadTogether } from './load-together.ts'
import { rootRoute } from './root.tsx'
import { visitContext } from './visit.ts'

// Makes the page that the server rendered live; only the admin's pages are.
const { state, assets, text } = readHydration(document)
const { viewer, origin } = state.loaderData.root
const routes = [rootRoute([adminArea(adminPages.map(loadedOverHttp))])]
await loadCode(routes)
const router = createBrowserRouter(routes, {
  hydrationData: state,
  dataStrategy: loadTogether,
  getContext: () => new RouterContextProvider(new Map([[visitContext, { call: callOverHttp, viewer, origin }]])),
})
hydrateRoot(
  document,
  <Document assets={assets} part="admin" hydration={text}>
    <RouterProvider router={router} />
  </Document>,
)

/** The page's code must be there before hydration, or React would find nothing to attach to. */
async function loadCode(routes: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
  }
}
