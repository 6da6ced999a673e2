import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../../contract/endpoint.ts'
import type { ContentVersion } from '../db/db.ts'
import type { PolicyExtra, ReplyHeaders } from '../http/headers.ts'
import { type Caller, headersOf } from '../http/http.ts'
import { refusalOf } from '../http/replies.ts'
import { type FindSession, noSession } from '../http/session.ts'
import { createPageCache, keyOf } from './page-cache.ts'
import type { Rendered, Renderer } from './render.ts'
import { sendPage } from './send.ts'

type Parts = {
  renderer: Renderer
  callFor: (caller: Caller) => Call
  findSession: FindSession
  contentVersion: ContentVersion
  origin: string
  /** In the name of every cookie of ours. */
  cookiePrefix: string
  replyHeaders: ReplyHeaders
  /** What the page at a path may do beyond what all pages may. */
  extraFor?: (path: string) => PolicyExtra | undefined
}

const MAX_FORM_BYTES = 64 * 1024

/** Every page of the site map: kept documents at once, all others rendered for whoever asks. */
export function createPages({
  renderer,
  callFor,
  findSession,
  contentVersion,
  origin,
  cookiePrefix,
  replyHeaders,
  extraFor,
}: Parts) {
  const cache = createPageCache(contentVersion, replyHeaders.page())
  // Only these exact addresses are kept, so that no made-up spelling can fill the memory.
  const kept = new Set(renderer.pages.filter(({ kind }) => kind === 'document').flatMap(({ path }) => [path, `${path}/`]))

  async function render(request: FastifyRequest, caller: Caller, body?: Buffer) {
    const { viewer } = caller.session
    const init = {
      method: request.method === 'HEAD' ? 'GET' : request.method,
      headers: caller.headers,
      body: body as BodyInit | undefined,
    }
    return renderer.render(new Request(origin + request.url, init), { call: callFor(caller), viewer, origin })
  }

  /** Shows what was refused, or broke, before a page could run. */
  async function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'a page failed')
    const call = callFor({ session: noSession, headers: new Headers(), replyHeaders: new Headers() })
    const rendered = await renderer.render(new Request(origin), { call, viewer: noSession.viewer, origin, refusal })
    if (rendered instanceof Response) throw error
    return sendOnce(rendered, request, reply)
  }

  function sendOnce({ status, html }: Rendered, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5')
    return reply
      .headers(replyHeaders.page(extraFor?.(new URL(request.url, origin).pathname)))
      .header('cache-control', 'private, no-store')
      .status(status)
      .type('text/html; charset=utf-8')
      .send(html)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const headers = headersOf(request)
    const session = await findSession(headers)
    const caller: Caller = { session, headers, replyHeaders: new Headers() }
    if ((request.method === 'GET' || request.method === 'HEAD') && kept.has(request.url)) {
      const page = await cache.get(keyOf(request.url, session.viewer), async () => {
        const rendered = await render(request, caller)
        return rendered instanceof Response || !rendered.isDocument ? undefined : rendered.html
      })
      if (page) {
        reply.hijack()
        sendPage(page.replies, request.raw, reply.raw, session.viewer.kind === 'visitor' ? 'public' : 'private')
        return reply
      }
    }
    const rendered = await render(request, caller, request.body as Buffer | undefined)
    for (const [name, value] of [...rendered.headers, ...caller.replyHeaders]) reply.header(name, value)
    // A redirect: its headers say where to, and there is nothing to show.
    if (rendered instanceof Response) return reply.header('cache-control', 'private, no-store').status(rendered.status).send()
    if (rendered.fault) request.log.error({ err: rendered.fault }, 'a page failed')
    return sendOnce(rendered, request, reply)
  }

  return {
    /** Answers a visitor's request for a kept document before any routing; false where it is not one. */
    serveKept(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      if (request.headers.cookie?.includes(cookiePrefix)) return false
      const page = cache.fresh(request.url ?? '')
      if (!page) return false
      sendPage(page.replies, request, response, 'public')
      return true
    },

    /** The route behind every other: pages, and the 404 page. */
    register: async (app: FastifyInstance) => {
      app.setErrorHandler(answerProblem)
      app.removeAllContentTypeParsers()
      app.addContentTypeParser(
        ['application/x-www-form-urlencoded', 'multipart/form-data'],
        { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
        (_request, body, done) => done(null, body),
      )
      app.route({ method: ['GET', 'POST'], url: '/*', handler: answer })
    },
  }
}
