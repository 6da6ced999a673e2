import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { getContentKindEndpoints } from '../contract/content/content-kind-endpoints.ts'
import { listRecords } from '../contract/content/content-records.ts'
import { contentKinds } from '../contract/content-kinds.ts'
import type { ApiCall, Endpoint } from '../contract/core/endpoint.ts'
import type {
  LoadedPageData,
  PageAssets,
  PageFactsWithDefaults,
  PageVisit,
  RenderedPage,
  SitePart,
} from '../contract/core/page-rendering.ts'
import { getPublicPage, type PublishedPage } from '../contract/core/public-pages.ts'
import { appendRequestId, isUserError, SERVER_ERROR_MESSAGE, UserError } from '../contract/core/user-error.ts'
import { ADMIN_LAYOUT_ROUTE_ID } from './admin/shell/admin-layout-data.ts'
import { SCRIPT_REQUEST_HEADER } from './enhance/send-form.ts'
import { HtmlDocument, serializeHydration } from './html-document.tsx'
import { createNotFoundError } from './route-guards.ts'
import { adminRoutes, allPages, nonAdminRoutes } from './routes.tsx'
import type { RouteHandle, SitePage } from './site-page.ts'
import { visitContext } from './visit-context.ts'

export { allPages as pages }

/** What a public page says of itself, as a visitor would find it. */
export async function getPageFacts(
  { name, path }: Pick<PublishedPage, 'name' | 'path'>,
  call: ApiCall,
): Promise<PageFactsWithDefaults> {
  const pattern = getPublicPage(name).path
  const found = await allPages.find((page) => page.path === pattern)?.load()
  if (!found?.facts) throw new Error(`The page ${pattern} says nothing of itself`)
  return found.facts(call, path)
}

/** An address that no page claims. */
const UNKNOWN_PATH = '/no/such/page'

const adminHandler = createStaticHandler(adminRoutes)
const publicHandler = createStaticHandler(nonAdminRoutes)

/** Renders the page at the request's address, or answers the redirect that its loader or action asks for. */
export async function renderPage(
  request: Request,
  originalVisit: PageVisit,
  assets: PageAssets,
): Promise<RenderedPage | Response> {
  const visit = originalVisit.isPreview ? { ...originalVisit, call: createPreviewCall(originalVisit.call) } : originalVisit
  const { query, dataRoutes } = visit.viewer.kind === 'admin' ? adminHandler : publicHandler
  const requestContext = createRouterContext(visit)
  // What was refused before any page could run is none of them.
  const shownRequest = visit.refusal ? new Request(new URL(UNKNOWN_PATH, request.url)) : request
  const context = await query(shownRequest, { requestContext })
  if (context instanceof Response) return request.headers.has(SCRIPT_REQUEST_HEADER) ? toScriptRedirect(context) : context
  const error = Object.values(context.errors ?? {})[0]
  const status = isUserError(error) ? error.status : context.statusCode
  context.errors = toVisibleErrors(context.errors, visit)
  const page = getSitePage(context.matches.at(-1))
  const part = getStylesheet(context, page)
  // To everybody else a missing page of the admin's is a missing page of the site, inside its header and footer.
  if (part === 'admin' && status === 404 && visit.viewer.kind !== 'admin') {
    return renderPage(new Request(new URL(UNKNOWN_PATH, request.url)), visit, assets)
  }
  const isHydrated = page?.kind === 'app' && !context.errors
  const hydration = isHydrated ? serializeHydration(context, assets) : undefined
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
    isDocument: page?.kind === 'document' && status === 200,
    fault: status >= 500 ? error : undefined,
  }
}

/** What an admin page shows, for a browser in which its code runs already (docs/decisions/0001). Throws what its loaders throw. */
export async function loadPage(request: Request, visit: PageVisit, withFrame: boolean): Promise<LoadedPageData | Response> {
  // Others find pages of their own at some of these addresses; here they are refused as the guards of the area refuse them.
  const context = await adminHandler.query(request, {
    requestContext: createRouterContext(visit),
    filterMatchesToLoad: (match) => getSitePage(match)?.kind === 'app' || (withFrame && match.route.id === ADMIN_LAYOUT_ROUTE_ID),
  })
  if (context instanceof Response) return context
  if (getSitePage(context.matches.at(-1))?.kind !== 'app') throw createNotFoundError()
  for (const error of Object.values(context.errors ?? {})) throw error
  return { headers: mergeHeaders(context), data: context.loaderData }
}

/** Faults of ours as their page tells of them. */
function toVisibleErrors(errors: StaticHandlerContext['errors'], { requestId }: PageVisit): StaticHandlerContext['errors'] {
  if (!errors || requestId === undefined) return errors
  const toScriptRedirect = (error: unknown) => {
    const status = isUserError(error) || isRouteErrorResponse(error) ? error.status : 500
    return status < 500
      ? error
      : new UserError(status, appendRequestId(isUserError(error) ? error.message : SERVER_ERROR_MESSAGE, requestId))
  }
  return Object.fromEntries(Object.entries(errors).map(([route, error]) => [route, toScriptRedirect(error)]))
}

function createRouterContext(visit: PageVisit): RouterContextProvider {
  return new RouterContextProvider(new Map([[visitContext, visit]]))
}

function getSitePage(match: StaticHandlerContext['matches'][number] | undefined): SitePage | undefined {
  return (match?.route.handle as RouteHandle | undefined)?.page
}

/** Where a page belongs; one that stands in for another looks like it. */
function getStylesheet({ matches }: StaticHandlerContext, page: SitePage | undefined): SitePart {
  if (matches.some(({ route }) => route.id === ADMIN_LAYOUT_ROUTE_ID)) return 'admin'
  return page?.stylesheet ?? (page?.kind === 'account' ? 'account' : 'public')
}

/** A redirect as a script can read it: where to go, without being sent there. */
function toScriptRedirect({ headers }: Response): Response {
  return new Response(null, { status: 204, headers })
}

/** What the page's own action or loader says, and what the frames around it do. */
function mergeHeaders({ matches, actionHeaders, loaderHeaders }: StaticHandlerContext): Headers {
  const headers = new Headers()
  for (const { route } of matches) {
    for (const [name, value] of actionHeaders[route.id] ?? loaderHeaders[route.id] ?? []) headers.append(name, value)
  }
  return headers
}

const kindsByListEndpoint = new Map<Endpoint, string>(
  contentKinds.map((contentKind) => [getContentKindEndpoints(contentKind).list, contentKind.kind]),
)

/** An admin's data door, in which the lists of content are as they will be once the draft is published. */
function createPreviewCall(call: ApiCall): ApiCall {
  return ((endpoint: Endpoint, input: never) => {
    const kind = kindsByListEndpoint.get(endpoint)
    return kind === undefined ? call(endpoint as never, input) : call(listRecords, { params: { kind }, query: { draft: true } })
  }) as ApiCall
}
