import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PageDeclaration, type PageRequestContext, PREVIEW_COOKIE_NAME } from '#contract/core/page-rendering-interface.ts'
import { isPublicPagePath, type PublishedPage } from '#contract/core/public-pages.ts'
import type { Viewer } from '#contract/core/viewer.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import { type Caller, toWebHeaders } from '#platform/http/register-api.ts'
import type { FindSession } from '#platform/http/request-session-types.ts'
import type { OldPathsModule } from '../old-paths/old-paths.ts'
import { isVisit, type VisitsModule } from '../visits/visits.ts'
import { sendCachedPage } from './cached-page-response.ts'
import { createPageRouteFinder, type FindCanonicalPath } from './canonical-path.ts'
import { chooseFormReading, FORM_CONTENT_TYPE, getPostedForm, type PostedForm, registerCatchAllRoute } from './catch-all-route.ts'
import { replyWithTextFile } from './content-encoding.ts'
import { buildCacheKeyForViewer, type CachedPage, createCacheKeyFinder, createPageCache } from './page-cache.ts'
import {
  type PageReplyBody,
  type PageReplyDependencies,
  replyWithErrorPage,
  replyWithPage,
  replyWithRedirect,
  setCanonicalRedirect,
} from './page-replies.ts'
import type { PageTextVersions } from './page-text-versions.ts'
import type { RedirectFinder } from './redirects.ts'

type Dependencies = PageReplyDependencies & {
  findSession: FindSession
  contentVersion: ContentVersionReader
  /** The prefix of all our cookie names. */
  cookiePrefix: string
  /** Returns whether no other site's page sent the request. */
  isSameOrigin: (request: FastifyRequest) => boolean
  redirects: RedirectFinder
  findCanonicalPath: FindCanonicalPath
  pageTextVersions: Pick<PageTextVersions, 'findText'>
  readListedPages: () => Promise<readonly PublishedPage[]>
  listPageChanges: NonNullable<PageRequestContext['listPageChanges']>
  cipher: NonNullable<PageRequestContext['cipher']>
  visits: VisitsModule
  oldPaths: Pick<OldPathsModule, 'countMissing' | 'countRedirects'>
  hasIdentityProvider: boolean
  searchEngines: { isPublicSite: boolean; areSearchEnginesKeptOut: () => Promise<boolean> }
}

/** The cache takes only the exact paths in `cachedPaths`, so that invented paths can't fill the memory. */
type PageContext = Dependencies & {
  cache: ReturnType<typeof createPageCache>
  cachedPaths: ReadonlySet<string>
  findPageRoute: (path: string) => PageDeclaration | undefined
  readCachePath: ReturnType<typeof createCacheKeyFinder>
}

/** Counts the start of an order where the form is shown. Orders alone don't reveal abandoned forms. */
const ORDER_FORM_PATH = /^\/order-now\/[^/]+\/?$/

/** Creates the routes of every page. Cached pages come from the cache. Each request renders all others. */
export function createPageRoutes(parts: Dependencies) {
  const { renderer, contentVersion, cookiePrefix, replyHeaders, visits } = parts
  const cachedPages = renderer.pages.filter(({ kind }) => kind === 'cached')
  const context: PageContext = {
    ...parts,
    cache: createPageCache({ contentVersion, headers: { ...replyHeaders.page(), ...replyHeaders.prerendering } }),
    cachedPaths: new Set(cachedPages.map(({ path }) => path)),
    readCachePath: createCacheKeyFinder(cachedPages),
    findPageRoute: createPageRouteFinder(renderer.pages),
  }
  let hits = 0

  return {
    /** Answers a visitor's request from the cache before any routing. Passes every other request to `route`. */
    serveCached(request: IncomingMessage, response: ServerResponse, route: RequestListener): void {
      const isReadRequest = request.method === 'GET' || request.method === 'HEAD'
      const isVisitor = !request.headers.cookie?.includes(cookiePrefix)
      const path = isReadRequest && isVisitor ? context.readCachePath(request.url ?? '') : undefined
      const page = path === undefined ? undefined : getCachedPage(context, request.url ?? '', path)
      const sendOrRoute = (cachedPage: CachedPage | undefined) => {
        if (!cachedPage) return route(request, response)
        hits++
        sendCachedPage(cachedPage.responses, request, response, 'public')
        if (isVisit(request) && path !== undefined) visits.countPage(path)
      }
      // If the version can't be read, the routes answer with the error.
      if (page instanceof Promise) page.then(sendOrRoute, () => route(request, response))
      else sendOrRoute(page)
    },

    /** Returns the number of cached pages that were sent before any routing. */
    cacheHits: () => hits,

    /** Redirects to the page's own path. Returns false if the request uses that path or is for no page. */
    redirectToCanonical(request: FastifyRequest, reply: FastifyReply): boolean {
      const canonical = findRequestCanonical(context, request)
      if (canonical === undefined) return false
      setCanonicalRedirect(canonical, reply)
      reply.send()
      return true
    },

    /** Registers the route for all other paths, which answers with pages or the 404 page. */
    register: (app: FastifyInstance) => {
      app.setErrorHandler((error, request, reply) => replyWithErrorPage(context, error, request, reply))
      const listPaths = (isListed: (page: PageDeclaration) => boolean | undefined) =>
        renderer.pages.filter(isListed).map(({ path }) => path)
      return registerCatchAllRoute(app, {
        filePaths: listPaths(({ takesFile }) => takesFile),
        returnPaths: listPaths(({ isReturnTarget }) => isReturnTarget),
        isOwnForm: (request) => parts.isSameOrigin(request) && request.headers.cookie?.includes(cookiePrefix) === true,
        chooseFormReading: (request) => chooseFormReading(context, request),
        handlePage: (request, reply) => answerRequest(context, request, reply),
      })
    },
  }
}

/** Returns nothing if a redirect replaces the page at this query. */
function getCachedPage({ cache, redirects }: PageContext, target: string, path: string) {
  if (!target.includes('?')) return cache.getFresh(path)
  return redirects.findByQuery(target).then((redirect) => (redirect ? undefined : cache.getFresh(path)))
}

async function answerRequest(context: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<PageReplyBody> {
  const queryRedirect = isReadRequest(request) ? await context.redirects.findByQuery(request.url) : undefined
  if (queryRedirect) {
    context.oldPaths.countRedirects(request.raw, queryRedirect.usedIds)
    return replyWithRedirect(context, queryRedirect, await findCaller(context, request), request, reply)
  }
  const canonical = await findCanonical(context, request)
  if (canonical !== undefined) {
    setCanonicalRedirect(canonical, reply)
    return undefined
  }
  const text = request.method === 'POST' ? undefined : await context.pageTextVersions.findText(request.url.replace(/\?.*/, ''))
  if (text) {
    // Search engines should list the page itself (RFC 6596).
    reply.header('link', `<${text.canonical}>; rel="canonical"`)
    if (await context.searchEngines.areSearchEnginesKeptOut()) reply.header('x-robots-tag', 'noindex')
    return replyWithTextFile(request, reply, { type: 'text/plain; charset=utf-8', maxAge: 0, encodings: text.encodings })
  }
  const caller = await findCaller(context, request)
  if (isPreviewRequest(context, request, caller)) reply.header('x-robots-tag', 'noindex')
  else if (await sendCachedDocument(context, request, reply, caller)) return undefined
  return renderAndReply(context, request, reply, caller)
}

async function findCaller({ findSession }: PageContext, request: FastifyRequest): Promise<Caller> {
  const headers = toWebHeaders(request)
  return { session: await findSession(headers), headers, replyHeaders: new Headers() }
}

/** Sends the cached page at a path and renders it if necessary. Returns false if there is none. */
async function sendCachedDocument(
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<boolean> {
  const { viewer } = caller.session
  const target = isReadRequest(request) ? context.readCachePath(request.url) : undefined
  if (target === undefined || !(await isCacheable(context, target))) return false
  const page = await context.cache.getOrRender(buildCacheKeyForViewer(target, viewer), async () => {
    const rendered = await render(context, request, caller, { target })
    return rendered instanceof Response || !rendered.isCacheable ? undefined : rendered.html
  })
  if (!page) return false
  reply.hijack()
  sendCachedPage(page.responses, request.raw, reply.raw, viewer.kind === 'visitor' ? 'public' : 'private')
  countVisit(context, request, viewer)
  return true
}

async function renderAndReply(
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<PageReplyBody> {
  const form = isReadRequest(request) ? {} : getPostedForm(context, request, caller)
  if (form.body) caller.headers.set('content-type', FORM_CONTENT_TYPE)
  const rendered = await render(context, request, caller, form)
  if (isReadRequest(request) && rendered.status === 404) {
    const redirect = await findCountedRedirect(context, request)
    if (redirect) return replyWithRedirect(context, redirect, caller, request, reply)
  }
  for (const [name, value] of [...rendered.headers, ...caller.replyHeaders]) reply.header(name, value)
  // The headers of a redirect say everything.
  if (rendered instanceof Response) {
    reply.header('cache-control', 'private, no-store').status(rendered.status)
    return undefined
  }
  if (rendered.fault) request.log.error({ err: rendered.fault }, 'a page failed')
  if (rendered.status === 200) countVisit(context, request, caller.session.viewer)
  return replyWithPage(context, rendered, request, reply)
}

/** Counts the redirect, or the path that leads nowhere. The path of a private page without a record isn't counted. */
async function findCountedRedirect({ redirects, oldPaths, findPageRoute }: PageContext, { url, raw }: FastifyRequest) {
  const redirect = await redirects.find(url)
  if (redirect) oldPaths.countRedirects(raw, redirect.usedIds)
  const [path = ''] = url.split('?')
  const route = findPageRoute(path)
  if (!redirect && (!route || isPublicPagePath(path))) oldPaths.countMissing(raw, path)
  return redirect
}

type RenderOptions = PostedForm & { target?: string }

async function render(
  context: PageContext,
  request: FastifyRequest,
  caller: Caller,
  { target = request.url, body, readFileForm }: RenderOptions,
) {
  const { origin, cipher, searchEngines, callFor, renderer, listPageChanges } = context
  const { viewer, hasEnded } = caller.session
  const init = {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers: caller.headers,
    body: body as RequestInit['body'],
  }
  const isPreview = isPreviewRequest(context, request, caller)
  const isKeptOut = (await searchEngines.areSearchEnginesKeptOut()) || undefined
  const isPublicSite = searchEngines.isPublicSite || undefined
  const hasIdentityProvider = context.hasIdentityProvider || undefined
  const site = { origin, isPublicSite, isKeptOut, hasIdentityProvider, cipher, listPageChanges }
  const visit = { call: callFor(caller), viewer, ...site, hasEnded, isPreview, readFileForm, requestId: request.id }
  return renderer.render(new Request(origin + target, init), visit)
}

function isReadRequest({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

async function isCacheable({ cachedPaths, readListedPages }: PageContext, path: string): Promise<boolean> {
  if (cachedPaths.has(path)) return true
  if (!isPublicPagePath(path)) return false
  return (await readListedPages()).some((page) => page.recordId && path === page.path)
}

/** Returns whether an admin previews staged changes on a public page. The cookie has no effect for others. */
function isPreviewRequest({ origin }: PageContext, { url }: FastifyRequest, { session, headers }: Caller): true | undefined {
  const hasPreviewCookie = headers.get('cookie')?.includes(`${PREVIEW_COOKIE_NAME}=`) && session.viewer.kind === 'admin'
  return hasPreviewCookie && isPublicPagePath(new URL(origin + url).pathname) ? true : undefined
}

function countVisit({ origin, visits }: PageContext, { url, raw }: FastifyRequest, { kind }: Viewer): void {
  if (kind === 'admin' || !isVisit(raw)) return
  const { pathname } = new URL(origin + url)
  if (isPublicPagePath(pathname)) visits.countPage(pathname)
  else if (ORDER_FORM_PATH.test(pathname)) visits.count('ordersStarted')
}

/** Returns the page's own path if the request spells it differently. */
function findRequestCanonical({ findCanonicalPath }: PageContext, request: FastifyRequest): string | undefined {
  return isReadRequest(request) ? findCanonicalPath(request.originalUrl) : undefined
}

/** Returns the target for a different spelling of a path. If the page has moved, that is its new path: one redirect. */
async function findCanonical(context: PageContext, request: FastifyRequest): Promise<string | undefined> {
  const path = findRequestCanonical(context, request)
  if (path === undefined || (await isCacheable(context, path.replace(/\?.*/, '')))) return path
  const redirect = await context.redirects.find(path)
  if (redirect?.to) context.oldPaths.countRedirects(request.raw, redirect.usedIds)
  return redirect?.to ?? path
}
