import { type DataStrategyFunction, redirect, redirectDocument } from 'react-router'
import { hasIdFormat } from '#contract/core/common-schemas.ts'
import { type AdminPageData, loadAdminPageDataEndpoint } from '#contract/site/admin-page-data.ts'
import { ADMIN_LAYOUT_ROUTE_ID } from './admin/shell/admin-layout-data.ts'
import { callOverHttp } from './call-over-http.ts'
import { pageRequestRouterContext } from './page-request-context.ts'
import { ROOT_ROUTE_ID } from './root-route.tsx'

/**
 * Loads the data of an admin page with one call, while the page's code loads. The server runs the loaders
 * (docs/decisions/0001). If the call fails, each loader runs here, and its own call fails with the same error.
 * Then every page shows its own message, and the frame keeps its `getLoadedData`. Actions make their own calls.
 */
export function createAdminDataStrategy(getLoadedData: (routeId: string) => unknown): DataStrategyFunction {
  return async ({ request, matches, context }) => {
    const calledMatches = matches.filter((match) => match.shouldCallHandler())
    const shouldLoad = (id: string) => calledMatches.some(({ route }) => route.id === id)
    const isLoading = request.method === 'GET' && calledMatches.some(({ route }) => route.id !== ROOT_ROUTE_ID)
    const pageDataPromise = isLoading ? fetchPageData(request.url, shouldLoad(ADMIN_LAYOUT_ROUTE_ID)) : undefined
    const results = calledMatches.map(async (match) => {
      const { id } = match.route
      if (!pageDataPromise || id === ROOT_ROUTE_ID) return [id, await match.resolve()] as const
      const result = await match.resolve(async (runLoader) => {
        const pageData = await pageDataPromise
        if ('failure' in pageData && id === ADMIN_LAYOUT_ROUTE_ID) return getLoadedData(id)
        if ('failure' in pageData) {
          const call = () => Promise.reject(pageData.failure)
          context.set(pageRequestRouterContext, { ...context.get(pageRequestRouterContext), call })
          return runLoader()
        }
        if (pageData.redirect) throw followRedirect(pageData.redirect)
        return pageData.data[id]
      })
      return [id, result] as const
    })
    return Object.fromEntries(await Promise.all(results))
  }
}

/** The editor of a record is part of this app. Other pages, such as the log-in, are documents of their own. */
function followRedirect(path: string): Response {
  return hasIdFormat(path.split('/').at(-1) ?? '') ? redirect(path) : redirectDocument(path)
}

/** Never rejects: the page's code may arrive after the failure, and an unhandled rejection would be logged until then. */
async function fetchPageData(url: string, frame: boolean): Promise<AdminPageData | { failure: unknown }> {
  const { pathname, search } = new URL(url)
  return callOverHttp(loadAdminPageDataEndpoint, { query: { address: pathname + search, frame } }).catch((failure: unknown) => ({
    failure,
  }))
}
