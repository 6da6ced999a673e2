import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { createAdminLayoutRoute } from './admin/shell/admin-layout.tsx'
import { createAdminDataStrategy } from './admin-data-strategy.ts'
import { adminNavigation } from './admin-navigation.ts'
import { adminPages } from './admin-pages.ts'
import { callOverHttp, setCallingAccount, withPageCodeLoadErrors } from './call-over-http.ts'
import { HtmlDocument, readHydrationData } from './html-document.tsx'
import { HydratedRouter, rememberInputBeforeHydration } from './input-before-hydration.tsx'
import { pageRequestRouterContext } from './page-request-context.ts'
import { createRootRoute } from './root-route.tsx'

// Hydrates the page that the server rendered. Only admin pages are hydrated.
const { state, assets, text: hydrationText } = readHydrationData(document)
const { viewer, origin } = state.loaderData.root
setCallingAccount(viewer.kind === 'visitor' ? undefined : viewer.userId)
const routes = [createRootRoute([createAdminLayoutRoute(adminNavigation, adminPages.map(withPageCodeLoadErrors))])]
const repeatInput = rememberInputBeforeHydration(document)
await loadMatchedRouteModules(routes)
const router = createBrowserRouter(routes, {
  hydrationData: state,
  dataStrategy: createAdminDataStrategy((routeId) => router.state.loaderData[routeId]),
  getContext: () => new RouterContextProvider(new Map([[pageRequestRouterContext, { call: callOverHttp, viewer, origin }]])),
})
hydrateRoot(
  document,
  <HtmlDocument assets={assets} stylesheet="admin" hydration={hydrationText}>
    <HydratedRouter router={router} onHydrated={repeatInput} />
  </HtmlDocument>,
)

/** Loads the page's code before hydration: React needs the components to attach to. */
async function loadMatchedRouteModules(routes: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
  }
}
