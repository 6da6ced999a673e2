import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { listEditorRecordsEndpoint } from '#contract/content/content-record-endpoints.ts'
import { kindsByListEndpoint } from '#contract/content/kinds-by-list-endpoint.ts'
import type { ApiCallFunction, Endpoint } from '#contract/core/endpoint.ts'
import type {
  AdminRouteDataAndHeaders,
  PageAssets,
  PageMetadataAndDefaults,
  PageRequestContext,
  RenderedPage,
  StylesheetName,
} from '#contract/core/page-rendering-interface.ts'
import { getPublicPage, type PublishedPage } from '#contract/core/public-pages.ts'
import { appendRequestId, isUserError, SERVER_ERROR_MESSAGE, UserError } from '#contract/core/user-error.ts'
import { ADMIN_LAYOUT_ROUTE_ID } from './admin/shell/admin-layout-data.ts'
import type { DeclaredPage, PageRouteHandle } from './define-page.ts'
import { SCRIPT_REQUEST_HEADER } from './enhance/send-form.ts'
import { HtmlDocument, serializeHydrationData } from './html-document.tsx'
import { pageRequestRouterContext } from './page-request-context.ts'
import { createNotFoundError } from './page-route.ts'
import { adminViewerRoutes, nonAdminViewerRoutes, siteAndAdminPages } from './routes.tsx'

export { siteAndAdminPages as pages }

/** Returns the published metadata of a public page, as visitors get it. Throws if the page exports none. */
export async function getPageMetadata(
  { name, path }: Pick<PublishedPage, 'name' | 'path'>,
  call: ApiCallFunction,
): Promise<PageMetadataAndDefaults> {
  const pattern = getPublicPage(name).path
  const pageModule = await siteAndAdminPages.find((page) => page.path === pattern)?.load()
  if (!pageModule?.metadata) throw new Error(`The page ${pattern} exports no metadata`)
  return pageModule.metadata(call, path)
}

/** A path that no page has, so that the error page renders. */
const UNKNOWN_PATH = '/no/such/page'

const adminHandler = createStaticHandler(adminViewerRoutes)
const publicHandler = createStaticHandler(nonAdminViewerRoutes)

/** Renders the page for the request, or returns the redirect from its loader or action. */
export async function renderPage(
  request: Request,
  originalVisit: PageRequestContext,
  assets: PageAssets,
): Promise<RenderedPage | Response> {
  const visit = originalVisit.isPreview ? { ...originalVisit, call: includeStagedChanges(originalVisit.call) } : originalVisit
  const { query, dataRoutes } = visit.viewer.kind === 'admin' ? adminHandler : publicHandler
  const requestContext = createRouterContext(visit)
  // A request that the server refused before routing renders the error page.
  const pageRequest = visit.refusal ? new Request(new URL(UNKNOWN_PATH, request.url)) : request
  const context = await query(pageRequest, { requestContext })
  if (context instanceof Response) return request.headers.has(SCRIPT_REQUEST_HEADER) ? toScriptRedirect(context) : context
  const error = Object.values(context.errors ?? {})[0]
  const status = isUserError(error) ? error.status : context.statusCode
  // The form was saved, and only the page failed. Sent again, it would be saved twice, but a reload is harmless.
  if (status >= 500 && hasActionSucceeded(context)) return new Response(null, { status: 303, headers: { location: request.url } })
  context.errors = toVisibleErrors(context.errors, visit)
  const page = getSitePage(context.matches.at(-1))
  const part = getStylesheet(context, page)
  // For people who aren't admins, a missing admin page looks like a missing public page.
  if (part === 'admin' && status === 404 && visit.viewer.kind !== 'admin') {
    return renderPage(new Request(new URL(UNKNOWN_PATH, request.url)), visit, assets)
  }
  const isHydrated = page?.kind === 'hydrated' && !context.errors
  const hydration = isHydrated ? serializeHydrationData(context, assets) : undefined
  const render = isHydrated ? renderToString : renderToStaticMarkup
  const html = render(
    <HtmlDocument assets={assets} stylesheet={part} hydration={hydration}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </HtmlDocument>,
  )
  return {
    status,
    headers: mergeHeaders(context),
    html: `<!DOCTYPE html>${html}`,
    isCacheable: page?.kind === 'cached' && status === 200,
    fault: status >= 500 ? error : undefined,
  }
}

/** Loads an admin page's data for a browser that already runs its code (docs/decisions/0001). Throws what its loaders throw. */
export async function loadAdminRouteData(
  request: Request,
  visit: PageRequestContext,
  withFrame: boolean,
): Promise<AdminRouteDataAndHeaders | Response> {
  // Uses the admin routes for every viewer: each page's access guard then refuses people who aren't admins.
  const context = await adminHandler.query(request, {
    requestContext: createRouterContext(visit),
    filterMatchesToLoad: (match) =>
      getSitePage(match)?.kind === 'hydrated' || (withFrame && match.route.id === ADMIN_LAYOUT_ROUTE_ID),
  })
  if (context instanceof Response) return context
  if (getSitePage(context.matches.at(-1))?.kind !== 'hydrated') throw createNotFoundError()
  for (const error of Object.values(context.errors ?? {})) throw error
  return { headers: mergeHeaders(context), data: context.loaderData }
}

/** Replaces server faults with the sentence that their page shows, and appends the request's id. */
function toVisibleErrors(
  errors: StaticHandlerContext['errors'],
  { requestId }: PageRequestContext,
): StaticHandlerContext['errors'] {
  if (!errors || requestId === undefined) return errors
  const toVisibleError = (error: unknown) => {
    const status = isUserError(error) || isRouteErrorResponse(error) ? error.status : 500
    return status < 500
      ? error
      : new UserError(status, appendRequestId(isUserError(error) ? error.message : SERVER_ERROR_MESSAGE, requestId))
  }
  return Object.fromEntries(Object.entries(errors).map(([route, error]) => [route, toVisibleError(error)]))
}

function hasActionSucceeded({ actionData }: StaticHandlerContext): boolean {
  return Object.values(actionData ?? {}).some((answer) => answer !== undefined && answer?.error === undefined)
}

function createRouterContext(visit: PageRequestContext): RouterContextProvider {
  return new RouterContextProvider(new Map([[pageRequestRouterContext, visit]]))
}

function getSitePage(match: StaticHandlerContext['matches'][number] | undefined): DeclaredPage | undefined {
  return (match?.route.handle as PageRouteHandle | undefined)?.page
}

/** Names the stylesheet of a page. An error page inside the admin frame gets the admin's. */
function getStylesheet({ matches }: StaticHandlerContext, page: DeclaredPage | undefined): StylesheetName {
  if (matches.some(({ route }) => route.id === ADMIN_LAYOUT_ROUTE_ID)) return 'admin'
  return page?.stylesheet ?? 'public'
}

/** Returns the redirect as a 204 with a Location header: `fetch` follows redirects and hides them from scripts. */
function toScriptRedirect({ headers }: Response): Response {
  return new Response(null, { status: 204, headers })
}

/** Merges the headers of the page's action or loader with those of its parent routes. */
function mergeHeaders({ matches, actionHeaders, loaderHeaders }: StaticHandlerContext): Headers {
  const headers = new Headers()
  for (const { route } of matches) {
    for (const [name, value] of actionHeaders[route.id] ?? loaderHeaders[route.id] ?? []) headers.append(name, value)
  }
  return headers
}

/** Wraps an admin's `call` so that content lists include the staged changes. */
function includeStagedChanges(call: ApiCallFunction): ApiCallFunction {
  return ((endpoint: Endpoint, input: never) => {
    const kind = kindsByListEndpoint.get(endpoint)
    return kind === undefined
      ? call(endpoint as never, input)
      : call(listEditorRecordsEndpoint, { params: { kind }, query: { draft: true } })
  }) as ApiCallFunction
}
