import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { endpointsOf } from '../contract/content/content-kind-endpoints.ts'
import { listRecords } from '../contract/content/content-records.ts'
import { contentKinds } from '../contract/content-kinds.ts'
import type { Call, Endpoint } from '../contract/grammar/endpoint.ts'
import { type ListedPage, publicPage } from '../contract/grammar/public-pages.ts'
import { isRefusal, OUR_FAULT, Refusal, withRequestId } from '../contract/grammar/refusal.ts'
import type { Assets, BothFacts, LoadedPage, Rendered, SitePart, Visit } from '../contract/grammar/rendering.ts'
import { FRAME } from './admin/shell/frame-data.ts'
import { Document, serialiseHydration } from './document.tsx'
import { SENT_BY_SCRIPT } from './enhance/send.ts'
import { noSuchPage } from './guards.ts'
import type { PageHandle, SitePage } from './page.ts'
import { adminRoutes, otherRoutes, pages } from './routes.tsx'
import { visitContext } from './visit.ts'

export { pages }

/** What a public page says of itself, as a visitor would find it. */
export async function factsOf({ name, path }: Pick<ListedPage, 'name' | 'path'>, call: Call): Promise<BothFacts> {
  const pattern = publicPage(name).path
  const found = await pages.find((page) => page.path === pattern)?.load()
  if (!found?.facts) throw new Error(`The page ${pattern} says nothing of itself`)
  return found.facts(call, path)
}

/** An address that no page claims. */
const UNCLAIMED = '/no/such/page'

const forAdmins = createStaticHandler(adminRoutes)
const forOthers = createStaticHandler(otherRoutes)

/** Renders the page at the request's address, or answers the redirect that its loader or action asks for. */
export async function renderPage(request: Request, asked: Visit, assets: Assets): Promise<Rendered | Response> {
  const visit = asked.isPreview ? { ...asked, call: callWithDraft(asked.call) } : asked
  const { query, dataRoutes } = visit.viewer.kind === 'admin' ? forAdmins : forOthers
  const requestContext = contextOf(visit)
  // What was refused before any page could run is none of them.
  const shown = visit.refusal ? new Request(new URL(UNCLAIMED, request.url)) : request
  const context = await query(shown, { requestContext })
  if (context instanceof Response) return request.headers.has(SENT_BY_SCRIPT) ? told(context) : context
  const error = Object.values(context.errors ?? {})[0]
  const status = isRefusal(error) ? error.status : context.statusCode
  context.errors = asTold(context.errors, visit)
  const page = pageOf(context.matches.at(-1))
  const part = partOf(context, page)
  // To everybody else a missing page of the admin's is a missing page of the site, inside its header and footer.
  if (part === 'admin' && status === 404 && visit.viewer.kind !== 'admin') {
    return renderPage(new Request(new URL(UNCLAIMED, request.url)), visit, assets)
  }
  const isHydrated = page?.kind === 'app' && !context.errors
  const hydration = isHydrated ? serialiseHydration(context, assets) : undefined
  const render = isHydrated ? renderToString : renderToStaticMarkup
  const html = render(
    <Document assets={assets} part={part} hydration={hydration}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </Document>,
  )
  return {
    status,
    headers: headersOf(context),
    html: `<!DOCTYPE html>${html}`,
    isDocument: page?.kind === 'document' && status === 200,
    fault: status >= 500 ? error : undefined,
  }
}

/** What an admin page shows, for a browser in which its code runs already (docs/decisions/0054). Throws what its loaders throw. */
export async function loadPage(request: Request, visit: Visit, withFrame: boolean): Promise<LoadedPage | Response> {
  // Others find pages of their own at some of these addresses; here they are refused as the guards of the area refuse them.
  const context = await forAdmins.query(request, {
    requestContext: contextOf(visit),
    filterMatchesToLoad: (match) => pageOf(match)?.kind === 'app' || (withFrame && match.route.id === FRAME),
  })
  if (context instanceof Response) return context
  if (pageOf(context.matches.at(-1))?.kind !== 'app') throw noSuchPage()
  for (const error of Object.values(context.errors ?? {})) throw error
  return { headers: headersOf(context), data: context.loaderData }
}

/** Faults of ours as their page tells of them. */
function asTold(errors: StaticHandlerContext['errors'], { requestId }: Visit): StaticHandlerContext['errors'] {
  if (!errors || requestId === undefined) return errors
  const told = (error: unknown) => {
    const status = isRefusal(error) || isRouteErrorResponse(error) ? error.status : 500
    return status < 500 ? error : new Refusal(status, withRequestId(isRefusal(error) ? error.message : OUR_FAULT, requestId))
  }
  return Object.fromEntries(Object.entries(errors).map(([route, error]) => [route, told(error)]))
}

function contextOf(visit: Visit): RouterContextProvider {
  return new RouterContextProvider(new Map([[visitContext, visit]]))
}

function pageOf(match: StaticHandlerContext['matches'][number] | undefined): SitePage | undefined {
  return (match?.route.handle as PageHandle | undefined)?.page
}

/** Where a page belongs; one that stands in for another looks like it. */
function partOf({ matches }: StaticHandlerContext, page: SitePage | undefined): SitePart {
  if (matches.some(({ route }) => route.id === FRAME)) return 'admin'
  return page?.part ?? (page?.kind === 'account' ? 'account' : 'public')
}

/** A redirect as a script can read it: where to go, without being sent there. */
function told({ headers }: Response): Response {
  return new Response(null, { status: 204, headers })
}

/** What the page's own action or loader says, and what the frames around it do. */
function headersOf({ matches, actionHeaders, loaderHeaders }: StaticHandlerContext): Headers {
  const headers = new Headers()
  for (const { route } of matches) {
    for (const [name, value] of actionHeaders[route.id] ?? loaderHeaders[route.id] ?? []) headers.append(name, value)
  }
  return headers
}

const kinds = new Map<Endpoint, string>(contentKinds.map((contentKind) => [endpointsOf(contentKind).list, contentKind.kind]))

/** An admin's data door, in which the lists of content are as they will be once the draft is published. */
function callWithDraft(call: Call): Call {
  return ((endpoint: Endpoint, input: never) => {
    const kind = kinds.get(endpoint)
    return kind === undefined ? call(endpoint as never, input) : call(listRecords, { params: { kind }, query: { draft: true } })
  }) as Call
}
