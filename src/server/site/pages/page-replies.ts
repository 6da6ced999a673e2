import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { isPublicPath } from '../../../contract/grammar/public-pages.ts'
import { isRefusal, OUR_FAULT, Refusal } from '../../../contract/grammar/refusal.ts'
import type { Rendered } from '../../../contract/grammar/rendering.ts'
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts'
import { refusalOf } from '../../platform/http/error-replies.ts'
import type { Caller } from '../../platform/http/http.ts'
import type { PolicyExtra, ReplyHeaders } from '../../platform/http/reply-headers.ts'
import { noSession } from '../../platform/http/session.ts'
import { encodeOnce, preferredEncoding } from './encodings.ts'
import { UNREADABLE_FORM } from './posted-form.ts'
import type { Redirect } from './redirects.ts'
import type { Renderer } from './render.ts'

export type ReplyParts = {
  renderer: Renderer
  callFor: (caller: Caller) => Call
  origin: string
  replyHeaders: ReplyHeaders
  /** What the page at a path may do beyond what all pages may. */
  extraFor?: (path: string) => PolicyExtra | undefined
}

/** The body that Fastify sends. A handler never returns the reply: it is thenable, so `await` turns it into undefined. */
export type Body = string | Buffer | undefined

/** How long browsers may keep a redirect, in seconds: an owner may think better of it. */
const REDIRECT_MAX_AGE = 3_600

/** Replies with a page. */
export async function preparePage(
  parts: ReplyParts,
  { status, html }: Rendered,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Body> {
  const { origin, replyHeaders, extraFor } = parts
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

/** Replies with the page of an error that was thrown before a page could run. */
export async function answerProblem(
  parts: ReplyParts,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Body> {
  // A client that breaks off a thousand requests would have a thousand pages rendered.
  if (request.raw.socket.destroyed) {
    reply.hijack()
    reply.raw.end()
    return undefined
  }
  const refusal = pageRefusal(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'a page failed')
  const caller: Caller = { session: noSession, headers: new Headers(), replyHeaders: new Headers() }
  return prepareProblem(parts, refusal, caller, request, reply)
}

/** Replies with the new path of a page that has moved, or with the page of one that is gone. */
export async function prepareRedirect(
  parts: ReplyParts,
  redirect: Redirect,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Body> {
  if (redirect === 'gone') return prepareProblem(parts, new Refusal(410, 'This page is gone.'), caller, request, reply)
  const isVisitor = caller.session.viewer.kind === 'visitor'
  const cacheControl = isVisitor ? `public, max-age=${REDIRECT_MAX_AGE}` : 'private, no-store'
  reply.headers({ location: redirect.to, 'cache-control': cacheControl, vary: 'cookie' }).status(301)
  return undefined
}

/** Replies with the page's own path. */
export function prepareCanonical(location: string, reply: FastifyReply): void {
  reply.headers({ location, 'cache-control': `public, max-age=${REDIRECT_MAX_AGE}` }).status(301)
}

async function prepareProblem(
  parts: ReplyParts,
  refusal: Refusal,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Body> {
  const { renderer, callFor, origin } = parts
  const visit = { call: callFor(caller), viewer: caller.session.viewer, origin, refusal, requestId: request.id }
  const rendered = await renderer.render(new Request(origin), visit)
  if (rendered instanceof Response) throw refusal
  return preparePage(parts, rendered, request, reply)
}

/**
 * Whether the reader or a page of ours asked (Fetch Metadata, section 2.3). Where another site did, what it put into the
 * URL could stand beside what is one person's alone, and the size of both together, compressed, would tell which
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

/** Returns 503 if the database is away, 500 for a fault of ours. */
function pageRefusal(error: unknown): Refusal {
  const refusal = refusalOf(error)
  if (!isRefusal(error) && SENTENCES[refusal.status]) return new Refusal(refusal.status, SENTENCES[refusal.status] as string)
  if (refusal === error || refusal.status !== 503 || isDatabaseUnavailable(error)) return refusal
  return new Refusal(500, OUR_FAULT)
}
