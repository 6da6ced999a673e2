import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPublicPath, type ListedPage } from '../../../contract/grammar/public-pages.ts'
import { type CallWithForm, PREVIEW_COOKIE } from '../../../contract/grammar/rendering.ts'
import type { Viewer } from '../../../contract/grammar/viewer.ts'
import type { ContentVersion } from '../../platform/db/content-version.ts'
import { type Caller, headersOf } from '../../platform/http/http.ts'
import { drainBody } from '../../platform/http/request-body.ts'
import type { FindSession } from '../../platform/http/session.ts'
import type { Sealer } from '../../platform/secrets/sealer.ts'
import { isVisit, type Visits } from '../visits/visits.ts'
import type { CanonicalAddress } from './canonical-address.ts'
import { type CachedPage, createKeptPath, createPageCache, keyOf } from './page-cache.ts'
import { answerProblem, type Body, prepareCanonical, preparePage, prepareRedirect, type ReplyParts } from './page-replies.ts'
import type { PlainPages } from './plain-pages.ts'
import { FORM_TYPE, registerForms } from './posted-form.ts'
import type { FindRedirect } from './redirects.ts'
import { sendPage } from './send.ts'
import { prepareFile } from './site-files.ts'

type Parts = ReplyParts & {
  findSession: FindSession
  contentVersion: ContentVersion
  /** In the name of every cookie of ours. */
  cookiePrefix: string
  findRedirect: FindRedirect
  canonicalAddress: CanonicalAddress
  plainPages: Pick<PlainPages, 'textAt'>
  readListedPages: () => Promise<readonly ListedPage[]>
  sealer: Sealer
  visits: Visits
  searchEngines: { isPublicSite: boolean; areSearchEnginesKeptOut: () => Promise<boolean> }
}

/** `documentPaths`: only these exact paths are cached, so that no made-up spelling can fill the memory. */
type Pages = Parts & {
  cache: ReturnType<typeof createPageCache>
  documentPaths: ReadonlySet<string>
  keptPathOf: ReturnType<typeof createKeptPath>
}

/** An order begins where its form is shown: orders alone don't tell how many forms people leave. */
const ORDER_FORM = /^\/order-now\/[^/]+\/?$/

/** Every page of the site map: cached documents at once, all others rendered for each request. */
export function createPages(parts: Parts) {
  const { renderer, contentVersion, cookiePrefix, replyHeaders, visits } = parts
  const documents = renderer.pages.filter(({ kind }) => kind === 'document')
  const pages: Pages = {
    ...parts,
    cache: createPageCache({ contentVersion, headers: { ...replyHeaders.page(), ...replyHeaders.prerendering } }),
    documentPaths: new Set(documents.map(({ path }) => path)),
    keptPathOf: createKeptPath(documents),
  }
  let hits = 0

  return {
    /** Answers a visitor's request for a cached document before any routing; hands every other one to `route`. */
    serveCached(request: IncomingMessage, response: ServerResponse, route: () => void): void {
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      const isVisitor = !request.headers.cookie?.includes(cookiePrefix)
      const path = isReading && isVisitor ? pages.keptPathOf(request.url ?? '') : undefined
      const page = path === undefined ? undefined : pages.cache.fresh(path)
      const send = (found: CachedPage | undefined) => {
        if (!found) return route()
        hits++
        sendPage(found.replies, request, response, 'public')
        if (isVisit(request) && path !== undefined) visits.countPage(path)
      }
      // Where the version cannot be asked for, the routes say so.
      if (page instanceof Promise) page.then(send, route)
      else send(page)
    },

    /** How many cached pages were sent before any routing. */
    cacheHits: () => hits,

    /** Redirects to the page's own path. Returns false if the request uses that path or is for no page. */
    redirectToCanonical(request: FastifyRequest, reply: FastifyReply): boolean {
      const canonical = canonicalOf(pages, request)
      if (canonical === undefined) return false
      prepareCanonical(canonical, reply)
      reply.send()
      return true
    },

    /** The route behind every other: pages, and the 404 page. */
    register: (app: FastifyInstance) => {
      app.setErrorHandler((error, request, reply) => answerProblem(pages, error, request, reply))
      const filePaths = renderer.pages.filter(({ takesFile }) => takesFile).map(({ path }) => path)
      return registerForms(app, filePaths, (request, reply) => answer(pages, request, reply))
    },
  }
}

async function answer(pages: Pages, request: FastifyRequest, reply: FastifyReply): Promise<Body> {
  const canonical = await findCanonical(pages, request)
  if (canonical !== undefined) {
    prepareCanonical(canonical, reply)
    return undefined
  }
  const text = request.method === 'POST' ? undefined : await pages.plainPages.textAt(request.url.replace(/\?.*/, ''))
  if (text) {
    // Search engines should list the page itself (RFC 6596).
    reply.header('link', `<${text.canonical}>; rel="canonical"`)
    if (await pages.searchEngines.areSearchEnginesKeptOut()) reply.header('x-robots-tag', 'noindex')
    return prepareFile(request, reply, { type: 'text/plain; charset=utf-8', maxAge: 0, encodings: text.encodings })
  }
  const headers = headersOf(request)
  const caller: Caller = { session: await pages.findSession(headers), headers, replyHeaders: new Headers() }
  if (asksForPreview(pages, request, caller)) reply.header('x-robots-tag', 'noindex')
  else if (await sendCached(pages, request, reply, caller)) return undefined
  return answerWithPage(pages, request, reply, caller)
}

/** Sends the cached document at a path, rendered now if need be. Returns false if there is none. */
async function sendCached(pages: Pages, request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<boolean> {
  const { viewer } = caller.session
  const target = isReading(request) ? pages.keptPathOf(request.url) : undefined
  if (target === undefined || !(await isKept(pages, target))) return false
  const page = await pages.cache.get(keyOf(target, viewer), async () => {
    const rendered = await render(pages, request, caller, { target })
    return rendered instanceof Response || !rendered.isDocument ? undefined : rendered.html
  })
  if (!page) return false
  reply.hijack()
  sendPage(page.replies, request.raw, reply.raw, viewer.kind === 'visitor' ? 'public' : 'private')
  countVisit(pages, request, viewer)
  return true
}

/** Renders the page for this request, which may post a form. */
async function answerWithPage(pages: Pages, request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<Body> {
  const file = request.body instanceof Readable ? request.body : undefined
  const callWithForm = file && formCall(pages, file, caller)
  // A form without fields may come without a body and a type.
  const posted = file ? Buffer.alloc(0) : ((request.body as Buffer | undefined) ?? Buffer.alloc(0))
  const body = isReading(request) ? undefined : posted
  if (body) caller.headers.set('content-type', FORM_TYPE)
  const rendered = await render(pages, request, caller, { body, callWithForm })
  // Whoever was not let in is told so, although nobody has read what they sent.
  if (file) await drainBody(request.raw)
  if (file && !request.raw.complete) reply.header('connection', 'close')
  const moved = isReading(request) && rendered.status === 404 && (await pages.findRedirect(request.url))
  if (moved) return prepareRedirect(pages, moved, caller, request, reply)
  for (const [name, value] of [...rendered.headers, ...caller.replyHeaders]) reply.header(name, value)
  // A redirect: its headers say where to, and there is nothing to show.
  if (rendered instanceof Response) {
    reply.header('cache-control', 'private, no-store').status(rendered.status)
    return undefined
  }
  if (rendered.fault) request.log.error({ err: rendered.fault }, 'a page failed')
  if (rendered.status === 200) countVisit(pages, request, caller.session.viewer)
  return preparePage(pages, rendered, request, reply)
}

type Rendering = { target?: string; body?: Buffer | undefined; callWithForm?: CallWithForm | undefined }

async function render(
  pages: Pages,
  request: FastifyRequest,
  caller: Caller,
  { target = request.url, body, callWithForm }: Rendering,
) {
  const { origin, sealer, searchEngines, callFor, renderer } = pages
  const { viewer, hasEnded } = caller.session
  const init = {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers: caller.headers,
    body: body as RequestInit['body'],
  }
  const isPreview = asksForPreview(pages, request, caller)
  const isKeptOut = (await searchEngines.areSearchEnginesKeptOut()) || undefined
  const isPublicSite = searchEngines.isPublicSite || undefined
  const site = { origin, isPublicSite, isKeptOut, sealer }
  const visit = { call: callFor(caller), viewer, ...site, hasEnded, isPreview, callWithForm, requestId: request.id }
  return renderer.render(new Request(origin + target, init), visit)
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

async function isKept({ documentPaths, readListedPages }: Pages, path: string): Promise<boolean> {
  if (documentPaths.has(path)) return true
  if (!isPublicPath(path)) return false
  return (await readListedPages()).some((page) => page.recordId && path === page.path)
}

/** Whether an admin asks for a public page with the draft; from others the cookie means nothing. */
function asksForPreview({ origin }: Pages, { url }: FastifyRequest, { session, headers }: Caller): true | undefined {
  const isAsked = headers.get('cookie')?.includes(`${PREVIEW_COOKIE}=`) && session.viewer.kind === 'admin'
  return isAsked && isPublicPath(new URL(origin + url).pathname) ? true : undefined
}

/** Counts a page that was shown, but not to the owner. */
function countVisit({ origin, visits }: Pages, { url, raw }: FastifyRequest, { kind }: Viewer): void {
  if (kind === 'admin' || !isVisit(raw)) return
  const { pathname } = new URL(origin + url)
  if (isPublicPath(pathname)) visits.countPage(pathname)
  else if (ORDER_FORM.test(pathname)) visits.count('ordersStarted')
}

function formCall({ callFor }: Pages, form: Readable, caller: Caller): CallWithForm {
  const call = callFor({ ...caller, headers: new Headers(caller.headers) })
  return (endpoint) => call(endpoint, { body: form } as never)
}

/** Returns the page's own path if the request spells it differently. */
function canonicalOf({ canonicalAddress }: Pages, request: FastifyRequest): string | undefined {
  return isReading(request) ? canonicalAddress(request.originalUrl) : undefined
}

/** Returns the target for a different spelling of a path. If the page has moved, that is its new path: one redirect. */
async function findCanonical(pages: Pages, request: FastifyRequest): Promise<string | undefined> {
  const path = canonicalOf(pages, request)
  if (path === undefined || (await isKept(pages, path.replace(/\?.*/, '')))) return path
  const moved = await pages.findRedirect(path)
  return moved && moved !== 'gone' ? moved.to : path
}
