import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { isPublicPath, type ListedPage } from '../../../contract/grammar/public-pages.ts'
import { isRefusal, OUR_FAULT, Refusal } from '../../../contract/grammar/refusal.ts'
import { type CallWithForm, PREVIEW_COOKIE, type Rendered } from '../../../contract/grammar/rendering.ts'
import type { Viewer } from '../../../contract/grammar/viewer.ts'
import type { ContentVersion } from '../../platform/db/content-version.ts'
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts'
import { refusalOf } from '../../platform/http/error-replies.ts'
import { type Caller, headersOf } from '../../platform/http/http.ts'
import type { PolicyExtra, ReplyHeaders } from '../../platform/http/reply-headers.ts'
import { drainBody } from '../../platform/http/request-body.ts'
import { type FindSession, noSession } from '../../platform/http/session.ts'
import type { Sealer } from '../../platform/secrets/sealer.ts'
import { isVisit, type Visits } from '../visits/visits.ts'
import type { CanonicalAddress } from './canonical-address.ts'
import { encodeOnce, preferredEncoding } from './encodings.ts'
import { type CachedPage, createKeptPath, createPageCache, keyOf } from './page-cache.ts'
import type { PlainPages } from './plain-pages.ts'
import { FILE_FORM_TYPE, FORM_TYPE, MAX_FORM_BYTES, readForm, UNREADABLE_FORM } from './posted-form.ts'
import type { FindRedirect, Redirect } from './redirects.ts'
import type { Renderer } from './render.ts'
import { sendPage } from './send.ts'
import { prepareFile } from './site-files.ts'

type Parts = {
  renderer: Renderer
  callFor: (caller: Caller) => Call
  findSession: FindSession
  contentVersion: ContentVersion
  origin: string
  /** In the name of every cookie of ours. */
  cookiePrefix: string
  replyHeaders: ReplyHeaders
  findRedirect: FindRedirect
  canonicalAddress: CanonicalAddress
  plainPages: Pick<PlainPages, 'textAt'>
  readListedPages: () => Promise<readonly ListedPage[]>
  sealer: Sealer
  visits: Visits
  /** What the page at a path may do beyond what all pages may. */
  extraFor?: (path: string) => PolicyExtra | undefined
  searchEngines: { isPublicSite: boolean; areSearchEnginesKeptOut: () => Promise<boolean> }
}

/** How long browsers may keep what became of an address, in seconds: an owner may think better of it. */
const REDIRECT_MAX_AGE = 3_600

/** The body that Fastify sends. A handler never returns the reply: it is thenable, so `await` turns it into undefined. */
type Body = string | Buffer | undefined

/** An order is begun where its form is shown: how many forms are left is what the orders themselves do not tell. */
const ORDER_FORM = /^\/order-now\/[^/]+\/?$/

/** Every page of the site map: kept documents at once, all others rendered for whoever asks. */
export function createPages({
  renderer,
  callFor,
  findSession,
  contentVersion,
  origin,
  cookiePrefix,
  replyHeaders,
  findRedirect,
  canonicalAddress,
  plainPages,
  readListedPages,
  sealer,
  visits,
  extraFor,
  searchEngines,
}: Parts) {
  const cache = createPageCache({ contentVersion, headers: { ...replyHeaders.page(), ...replyHeaders.prerendering } })
  // Only these exact addresses are kept, so that no made-up spelling can fill the memory.
  let hits = 0
  const documents = renderer.pages.filter(({ kind }) => kind === 'document')
  const cachedPaths = new Set(documents.map(({ path }) => path))
  const keptPathOf = createKeptPath(documents)

  async function isKept(address: string): Promise<boolean> {
    if (cachedPaths.has(address)) return true
    if (!isPublicPath(address)) return false
    return (await readListedPages()).some(({ path, recordId }) => recordId && address === path)
  }

  async function render(
    request: FastifyRequest,
    caller: Caller,
    { target = request.url, body, callWithForm }: { target?: string; body?: Buffer; callWithForm?: CallWithForm } = {},
  ) {
    const { viewer, hasEnded } = caller.session
    const init = {
      method: request.method === 'HEAD' ? 'GET' : request.method,
      headers: caller.headers,
      body: body as RequestInit['body'],
    }
    const isPreview = asksForPreview(request, caller)
    const isKeptOut = (await searchEngines.areSearchEnginesKeptOut()) || undefined
    const isPublicSite = searchEngines.isPublicSite || undefined
    const site = { origin, isPublicSite, isKeptOut, sealer }
    const visit = { call: callFor(caller), viewer, ...site, hasEnded, isPreview, callWithForm, requestId: request.id }
    return renderer.render(new Request(origin + target, init), visit)
  }

  /** Whether an admin asks for a public page with the draft; from anybody else the cookie means nothing. */
  function asksForPreview({ url }: Pick<FastifyRequest, 'url'>, { session, headers }: Caller): true | undefined {
    const isAsked = headers.get('cookie')?.includes(`${PREVIEW_COOKIE}=`) && session.viewer.kind === 'admin'
    return isAsked && isPublicPath(new URL(origin + url).pathname) ? true : undefined
  }

  /** Shows what was refused, or broke, before a page could run. */
  async function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<Body> {
    // A page for nobody: whoever breaks off a thousand requests would have a thousand of them drawn.
    if (request.raw.socket.destroyed) {
      reply.hijack()
      reply.raw.end()
      return undefined
    }
    const refusal = pageRefusal(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'a page failed')
    const caller: Caller = { session: noSession, headers: new Headers(), replyHeaders: new Headers() }
    return prepareProblem(refusal, caller, request, reply)
  }

  async function prepareProblem(refusal: Refusal, caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<Body> {
    const visit = { call: callFor(caller), viewer: caller.session.viewer, origin, refusal, requestId: request.id }
    const rendered = await renderer.render(new Request(origin), visit)
    if (rendered instanceof Response) throw refusal
    return preparePage(rendered, request, reply)
  }

  async function prepareRedirect(
    redirect: Redirect,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Body> {
    if (redirect === 'gone') return prepareProblem(new Refusal(410, 'This page is gone.'), caller, request, reply)
    const isVisitor = caller.session.viewer.kind === 'visitor'
    const cacheControl = isVisitor ? `public, max-age=${REDIRECT_MAX_AGE}` : 'private, no-store'
    reply.headers({ location: redirect.to, 'cache-control': cacheControl, vary: 'cookie' }).status(301)
    return undefined
  }

  async function preparePage({ status, html }: Rendered, request: FastifyRequest, reply: FastifyReply): Promise<Body> {
    if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5')
    const path = new URL(origin + request.url).pathname
    const isListed = status === 200 && isPublicPath(path)
    const mayCompress = isListed || isOwnNavigation(request.headers['sec-fetch-site'])
    const coding = mayCompress ? preferredEncoding(request.headers['accept-encoding']) : 'identity'
    reply
      .headers(replyHeaders.page(extraFor?.(path)))
      .headers(isListed ? replyHeaders.prerendering : {})
      .headers(coding === 'identity' ? {} : { 'content-encoding': coding, vary: 'accept-encoding, cookie' })
      .header('cache-control', 'private, no-store')
      .status(status)
      .type('text/html; charset=utf-8')
    return coding === 'identity' ? html : encodeOnce(html, coding)
  }

  /** A page that somebody was shown. The owner's own visits are none. */
  function countVisit({ url, raw }: FastifyRequest, { kind }: Viewer): void {
    if (kind === 'admin' || !isVisit(raw)) return
    const { pathname } = new URL(origin + url)
    if (isPublicPath(pathname)) visits.countPage(pathname)
    else if (ORDER_FORM.test(pathname)) visits.count('ordersStarted')
  }

  function formCall(form: Readable, caller: Caller): CallWithForm {
    const call = callFor({ ...caller, headers: new Headers(caller.headers) })
    return (endpoint) => call(endpoint, { body: form } as never)
  }

  /** Returns the page's own path if the request spells it differently. */
  function canonicalOf({ method, originalUrl }: FastifyRequest): string | undefined {
    return method === 'GET' || method === 'HEAD' ? canonicalAddress(originalUrl) : undefined
  }

  /** Returns the target for a different spelling of a path. If the page has moved, that is its new path: one redirect. */
  async function findCanonical(request: FastifyRequest): Promise<string | undefined> {
    const path = canonicalOf(request)
    if (path === undefined || (await isKept(path.replace(/\?.*/, '')))) return path
    const moved = await findRedirect(path)
    return moved && moved !== 'gone' ? moved.to : path
  }

  function prepareCanonical(location: string, reply: FastifyReply): void {
    reply.headers({ location, 'cache-control': `public, max-age=${REDIRECT_MAX_AGE}` }).status(301)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<Body> {
    const canonical = await findCanonical(request)
    if (canonical !== undefined) {
      prepareCanonical(canonical, reply)
      return undefined
    }
    const text = request.method === 'POST' ? undefined : await plainPages.textAt(request.url.replace(/\?.*/, ''))
    if (text) {
      // Search engines should list the page itself (RFC 6596).
      reply.header('link', `<${text.canonical}>; rel="canonical"`)
      if (await searchEngines.areSearchEnginesKeptOut()) reply.header('x-robots-tag', 'noindex')
      return prepareFile(request, reply, { type: 'text/plain; charset=utf-8', maxAge: 0, encodings: text.encodings })
    }
    const headers = headersOf(request)
    const session = await findSession(headers)
    const caller: Caller = { session, headers, replyHeaders: new Headers() }
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const isPreview = asksForPreview(request, caller)
    if (isPreview) reply.header('x-robots-tag', 'noindex')
    const keptPath = isReading && !isPreview ? keptPathOf(request.url) : undefined
    if (keptPath !== undefined && (await isKept(keptPath))) {
      const page = await cache.get(keyOf(keptPath, session.viewer), async () => {
        const rendered = await render(request, caller, { target: keptPath })
        return rendered instanceof Response || !rendered.isDocument ? undefined : rendered.html
      })
      if (page) {
        reply.hijack()
        sendPage(page.replies, request.raw, reply.raw, session.viewer.kind === 'visitor' ? 'public' : 'private')
        countVisit(request, session.viewer)
        return undefined
      }
    }
    const file = request.body instanceof Readable ? request.body : undefined
    const withForm = file && formCall(file, caller)
    // A form without fields may come without a body and a type.
    const form = isReading ? undefined : file ? Buffer.alloc(0) : ((request.body as Buffer | undefined) ?? Buffer.alloc(0))
    if (form) headers.set('content-type', FORM_TYPE)
    const rendered = await render(request, caller, { body: form, callWithForm: withForm })
    // Whoever was not let in is told so, although nobody has read what they sent.
    if (file) await drainBody(request.raw)
    if (file && !request.raw.complete) reply.header('connection', 'close')
    const moved = isReading && rendered.status === 404 && (await findRedirect(request.url))
    if (moved) return prepareRedirect(moved, caller, request, reply)
    for (const [name, value] of [...rendered.headers, ...caller.replyHeaders]) reply.header(name, value)
    // A redirect: its headers say where to, and there is nothing to show.
    if (rendered instanceof Response) {
      reply.header('cache-control', 'private, no-store').status(rendered.status)
      return undefined
    }
    if (rendered.fault) request.log.error({ err: rendered.fault }, 'a page failed')
    if (rendered.status === 200) countVisit(request, session.viewer)
    return preparePage(rendered, request, reply)
  }

  return {
    /** Answers a visitor's request for a kept document before any routing; hands every other one to `route`. */
    serveCached(request: IncomingMessage, response: ServerResponse, route: () => void): void {
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      const isVisitor = !request.headers.cookie?.includes(cookiePrefix)
      const path = isReading && isVisitor ? keptPathOf(request.url ?? '') : undefined
      const page = path === undefined ? undefined : cache.fresh(path)
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

    /** How many kept pages were sent without asking anybody. */
    cacheHits: () => hits,

    /** Redirects to the page's own path. Returns false if the request uses that path or is for no page. */
    redirectToCanonical(request: FastifyRequest, reply: FastifyReply): boolean {
      const canonical = canonicalOf(request)
      if (canonical === undefined) return false
      prepareCanonical(canonical, reply)
      reply.send()
      return true
    },

    /** The route behind every other: pages, and the 404 page. */
    register: async (app: FastifyInstance) => {
      app.setErrorHandler(answerProblem)
      app.removeAllContentTypeParsers()
      app.addContentTypeParser(
        [FORM_TYPE, FILE_FORM_TYPE],
        { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
        (request: FastifyRequest, body: Buffer) => readForm(body, request.headers['content-type'] ?? ''),
      )
      app.route({ method: ['GET', 'POST'], url: '/*', handler: answer })
      for (const { path } of renderer.pages.filter(({ takesFile }) => takesFile))
        await app.register(async (own) => {
          own.removeContentTypeParser(FILE_FORM_TYPE)
          own.addContentTypeParser(FILE_FORM_TYPE, async (_request: unknown, body: IncomingMessage) => body)
          own.post(path, answer)
        })
    },
  }
}

/**
 * Whether the reader or a page of ours asked (Fetch Metadata, section 2.3). Where another site did, what it put into the
 * address could stand beside what is one person's alone, and the size of both together, compressed, would tell which
 * letters they share: such a page goes out as it is (docs/decisions/0053).
 */
function isOwnNavigation(site: string | string[] | undefined): boolean {
  return site === 'same-origin' || site === 'none'
}

/** What Fastify itself refuses before a page runs, in a page's words. */
const SENTENCES: Record<number, string> = {
  400: UNREADABLE_FORM,
  415: 'A page takes nothing but its own form.',
}

/** What a page says that could not be shown: 503 where the database is away, 500 for a fault of ours (UX acceptance point 40). */
function pageRefusal(error: unknown): Refusal {
  const refusal = refusalOf(error)
  if (!isRefusal(error) && SENTENCES[refusal.status]) return new Refusal(refusal.status, SENTENCES[refusal.status] as string)
  if (refusal === error || refusal.status !== 503 || isDatabaseUnavailable(error)) return refusal
  return new Refusal(500, OUR_FAULT)
}
