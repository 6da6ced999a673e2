import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { RenderedPage } from '#contract/core/page-rendering-interface.ts'
import { isPublicPagePath } from '#contract/core/public-pages.ts'
import { isUserError, SERVER_ERROR_MESSAGE, UserError } from '#contract/core/user-error.ts'
import { isDatabaseUnavailableError } from '#platform/db/database-errors.ts'
import { toUserError } from '#platform/http/error-replies.ts'
import type { Caller } from '#platform/http/register-api.ts'
import type { AllowedFormOrigins, ReplyHeadersByKind } from '#platform/http/reply-headers.ts'
import { signedOutSession } from '#platform/http/request-session-types.ts'
import { UNREADABLE_FORM_MESSAGE } from './catch-all-route.ts'
import { compressForOneReply, negotiateEncoding } from './content-encoding.ts'
import type { Renderer } from './load-page-renderer.ts'
import type { MatchedRedirect } from './redirects.ts'

export type PageReplyDependencies = {
  renderer: Renderer
  callFor: (caller: Caller) => ApiCallFunction
  origin: string
  replyHeaders: ReplyHeadersByKind
  /** Returns what one page may do beyond the content security policy of all pages. */
  getExtraPolicy?: (path: string) => AllowedFormOrigins | undefined
}

/** The body that Fastify sends. A handler never returns the reply: it is thenable, so `await` turns it into undefined. */
export type PageReplyBody = string | Buffer | undefined

/** In seconds. It is short, because an owner can change a redirect. */
const REDIRECT_MAX_AGE = 3_600

export async function replyWithPage(
  context: PageReplyDependencies,
  { status, html }: RenderedPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageReplyBody> {
  const { origin, replyHeaders, getExtraPolicy } = context
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5')
  const path = new URL(origin + request.url).pathname
  const isListed = status === 200 && isPublicPagePath(path)
  const mayCompress = isListed || isSameOriginNavigation(request.headers['sec-fetch-site'])
  const encoding = mayCompress ? negotiateEncoding(request.headers['accept-encoding']) : 'identity'
  reply
    .headers(replyHeaders.page(getExtraPolicy?.(path)))
    .headers(isListed ? replyHeaders.prerendering : {})
    .headers(encoding === 'identity' ? {} : { 'content-encoding': encoding, vary: 'accept-encoding, cookie' })
    .header('cache-control', 'private, no-store')
    .status(status)
    .type('text/html; charset=utf-8')
  return encoding === 'identity' ? html : compressForOneReply(html, encoding)
}

/** Replies with an error page for an error before the page's own code. */
export async function replyWithErrorPage(
  context: PageReplyDependencies,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageReplyBody> {
  // Renders no page for an aborted request, so that mass aborts cost little.
  if (request.raw.socket.destroyed) {
    reply.hijack()
    reply.raw.end()
    return undefined
  }
  const userError = toPageError(error)
  if (userError.status >= 500) request.log.error({ err: error }, 'a page failed')
  const caller: Caller = { session: signedOutSession, headers: new Headers(), replyHeaders: new Headers() }
  return renderErrorPage(context, userError, caller, request, reply)
}

/** Replies with the new path of a moved page, or with the error page of a deleted page. */
export async function replyWithRedirect(
  context: PageReplyDependencies,
  redirect: MatchedRedirect,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageReplyBody> {
  if (redirect.to === undefined) return renderErrorPage(context, new UserError(410, 'This page is gone.'), caller, request, reply)
  const isVisitor = caller.session.viewer.kind === 'visitor'
  const cacheControl = isVisitor ? `public, max-age=${REDIRECT_MAX_AGE}` : 'private, no-store'
  reply.headers({ location: redirect.to, 'cache-control': cacheControl, vary: 'cookie' }).status(301)
  return undefined
}

export function setCanonicalRedirect(location: string, reply: FastifyReply): void {
  reply.headers({ location, 'cache-control': `public, max-age=${REDIRECT_MAX_AGE}` }).status(301)
}

async function renderErrorPage(
  context: PageReplyDependencies,
  userError: UserError,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageReplyBody> {
  const { renderer, callFor, origin } = context
  const visit = { call: callFor(caller), viewer: caller.session.viewer, origin, refusal: userError, requestId: request.id }
  const rendered = await renderer.render(new Request(origin), visit)
  if (rendered instanceof Response) throw userError
  return replyWithPage(context, rendered, request, reply)
}

/**
 * Returns whether the visitor or one of our pages made the request (Fetch Metadata, section 2.3). Another site could place
 * text in the URL next to private data. The compressed size would then reveal letters that both share. Such a page is sent
 * without compression (docs/decisions/0002).
 */
function isSameOriginNavigation(site: string | string[] | undefined): boolean {
  return site === 'same-origin' || site === 'none'
}

/** The texts for requests that Fastify refuses before a page runs. */
const ERROR_MESSAGES: Record<number, string> = {
  400: UNREADABLE_FORM_MESSAGE,
  415: 'A page accepts only its own form.',
}

/** Returns 503 if the database is away, and 500 for an unexpected error. */
function toPageError(error: unknown): UserError {
  const userError = toUserError(error)
  if (!isUserError(error) && ERROR_MESSAGES[userError.status])
    return new UserError(userError.status, ERROR_MESSAGES[userError.status] as string)
  if (userError === error || userError.status !== 503 || isDatabaseUnavailableError(error)) return userError
  return new UserError(500, SERVER_ERROR_MESSAGE)
}
