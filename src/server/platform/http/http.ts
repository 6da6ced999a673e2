import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, IDEMPOTENCY_KEY } from '../../../contract/grammar/endpoint.ts'
import { OLDER_HEADER, type Page, TOTAL_HEADER } from '../../../contract/grammar/paging.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { answer, type Caller, type Handled, type NamedFile } from './answer.ts'
import { registerApiDocs } from './api-docs.ts'
import { sendRefusal } from './error-replies.ts'
import { uploadBody } from './read-upload.ts'
import type { ReplyHeaders } from './reply-headers.ts'
import { acceptRaw } from './request-body.ts'
import { headersOf } from './request-headers.ts'
import type { FindSession } from './session.ts'

export { type Caller, type CallerFor, type Handled, handled, requireRecent } from './answer.ts'
export { createInProcessCall } from './in-process.ts'
export type { Seen } from './read-input.ts'
export { ADDRESS_HEADER, headersOf } from './request-headers.ts'
export { createSameOriginCheck } from './same-origin.ts'

type Api = { handlers: readonly Handled[]; findSession: FindSession; replyHeaders: ReplyHeaders }

/** Puts every call below `/api`, with its documentation. An unknown path answers a JSON 404. */
export async function registerApi(app: FastifyInstance, { handlers, findSession, replyHeaders }: Api): Promise<void> {
  // JSON only: Fastify would take plain text too.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(sendRefusal)
  registerApiDocs(
    app,
    handlers.map(({ endpoint }) => endpoint),
    replyHeaders.documentation,
  )
  for (const one of handlers) {
    const { raw, upload } = one.endpoint
    const accepted = upload ? uploadBody(upload) : raw
    if (!accepted) route(app, one, findSession)
    else
      await app.register(async (own) => {
        acceptRaw(own, accepted)
        route(own, one, findSession)
      })
  }
  for (const { endpoint } of handlers) if (isPublicReading(endpoint)) preflight(app, endpoint.path)
  app.all('/*', () => {
    throw new Refusal(404, 'There is no such call. See /api/docs for all of them.')
  })
}

function isPublicReading({ method, access }: Endpoint): boolean {
  return method === 'GET' && access === 'anyone'
}

/** Browsers ask this before another site's page may read a public list with headers of its own (Fetch standard, CORS protocol). */
function preflight(app: FastifyInstance, path: string): void {
  app.options(path, async (_request, reply) => {
    reply.status(204).headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'accept, content-type',
      'access-control-max-age': '86400',
    })
  })
}

function route(app: FastifyInstance, one: Handled, findSession: FindSession): void {
  const { endpoint } = one
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // A notice of a payment, which its sender may not send again.
    config: { isNeverTurnedAway: endpoint.raw !== undefined },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const headers = headersOf(request)
      const caller: Caller = { session: await findSession(headers), headers, replyHeaders: new Headers() }
      // The public lists are public by design, so other sites may fetch them; what a session is shown is no such list.
      if (isPublicReading(endpoint) && !caller.session.person) reply.header('access-control-allow-origin', '*')
      const { params, query, body } = request
      const raw = { params, query, body, key: headers.get(IDEMPOTENCY_KEY) }
      // With a refusal too: it may say when to come again.
      const result = await answer(one, raw, caller).finally(() => {
        for (const [name, value] of caller.replyHeaders) reply.header(name, value)
      })
      reply.status(endpoint.status)
      if (endpoint.status === 302) {
        reply.header('location', (result as { location: string }).location)
        return undefined
      }
      if (endpoint.file) return prepareFile(reply, endpoint.file.type, result as NamedFile)
      if (!endpoint.paged) return result
      const { records, total, older } = result as Page<unknown>
      if (older !== undefined) reply.header(OLDER_HEADER, older)
      reply.header(TOTAL_HEADER, String(total))
      return records
    },
  })
}

/** Sets the headers of a download and returns its body. The server chooses the file name, so it needs no encoding. */
function prepareFile(reply: FastifyReply, type: string, { name, content }: NamedFile): string | Uint8Array | Readable {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .serializer((text: unknown) => String(text))
  return typeof content === 'string' || content instanceof Uint8Array ? content : Readable.from(inTurns(content))
}

/** Others have their turn between two pieces of a file, however quickly the database answers. */
async function* inTurns<Piece>(pieces: Iterable<Piece> | AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}
