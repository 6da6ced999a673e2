import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { create as createContentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ACCOUNT_HEADER, type Endpoint, IDEMPOTENCY_KEY_HEADER } from '#contract/core/endpoint.ts'
import { type ListPage, OLDER_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '#contract/core/paging.ts'
import { assertAccountOfPage, UserError } from '#contract/core/user-error.ts'
import { registerApiDocs } from './api-docs.ts'
import type { Caller, EndpointHandler, FileDownload } from './define-handler.ts'
import { sendApiErrorReply } from './error-replies.ts'
import type { GroupsByEndpoint } from './openapi.ts'
import { acceptRawBody } from './raw-request-body.ts'
import { buildUploadRawBodyOptions } from './read-upload.ts'
import { DOWNLOAD_CSP, FRAMED_FILE_POLICY, type ReplyHeadersByKind } from './reply-headers.ts'
import type { FindSession } from './request-session-types.ts'
import { assertAccess, runHandler } from './run-handler.ts'
import { createDownloadPlaces, type TakeTransferPlace } from './transfer-places.ts'
import { toWebHeaders } from './web-headers.ts'

export { type AuthorizedCaller, type Caller, defineHandler, type EndpointHandler } from './define-handler.ts'
export { createInProcessCall } from './in-process-call.ts'
export { requireRecentLogin } from './run-handler.ts'
export { createSameOriginCheck } from './same-origin.ts'
export type { ExpectedVersion } from './validate-input.ts'
export { CLIENT_IP_ADDRESS_HEADER, toWebHeaders } from './web-headers.ts'

/** A shorter file takes no download place. */
const MAX_SHORT_FILE_BYTES = 128 * 1024

type ApiOptions = {
  handlers: readonly EndpointHandler[]
  /** For the API documentation. */
  groups: GroupsByEndpoint
  findSession: FindSession
  replyHeaders: ReplyHeadersByKind
  /** The version of this program, for the API documentation. */
  version: string
}

/** Adds every call below `/api`, with its documentation. An unknown path answers a JSON 404. */
export async function registerApi(
  app: FastifyInstance,
  { handlers, groups, findSession, replyHeaders, version }: ApiOptions,
): Promise<void> {
  // Calls take JSON only. Fastify would also accept plain text.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(sendApiErrorReply)
  const endpoints = handlers.map(({ endpoint }) => endpoint)
  registerApiDocs(app, { endpoints, groups, contentSecurityPolicy: replyHeaders.apiDocsPolicy, version })
  const routeDependencies: RouteDependencies = { findSession, takeDownloadPlace: createDownloadPlaces() }
  for (const endpointHandler of handlers) {
    const { raw, upload } = endpointHandler.endpoint
    const rawBody = upload ? buildUploadRawBodyOptions(upload) : raw
    if (!rawBody) registerRoute(app, endpointHandler, routeDependencies)
    else
      await app.register(async (scope) => {
        acceptRawBody(scope, rawBody)
        registerRoute(scope, endpointHandler, routeDependencies)
      })
  }
  for (const endpoint of endpoints) if (isPublicRead(endpoint)) registerPreflight(app, endpoint.path)
  app.all('/*', () => {
    throw new UserError(404, 'There’s no such call. See /api/docs for all calls.')
  })
}

function isPublicRead({ method, access }: Endpoint): boolean {
  return method === 'GET' && access === 'anyone'
}

/** Answers the preflight request that browsers send before another site's page reads a public list (Fetch standard, CORS). */
function registerPreflight(app: FastifyInstance, path: string): void {
  app.options(path, async (_request, reply) => {
    reply.status(204).headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'accept, content-type',
      'access-control-max-age': '86400',
    })
  })
}

type RouteDependencies = { findSession: FindSession; takeDownloadPlace: TakeTransferPlace }

function registerRoute(app: FastifyInstance, endpointHandler: EndpointHandler, dependencies: RouteDependencies): void {
  const { endpoint } = endpointHandler
  const { findSession, takeDownloadPlace } = dependencies
  const convertedHeaders = new WeakMap<FastifyRequest, Headers>()
  const findCaller = async (request: FastifyRequest): Promise<Caller> => {
    const headers = convertedHeaders.get(request) ?? toWebHeaders(request)
    convertedHeaders.set(request, headers)
    return { session: await findSession(headers), headers, replyHeaders: new Headers() }
  }
  // The handler checks again after the body, which may take long to arrive.
  const checkAccessBeforeBody = async (request: FastifyRequest) => {
    assertAccess(endpointHandler, await findCaller(request))
  }
  app.route({
    ...(endpoint.access !== 'anyone' && endpoint.method !== 'GET' && { onRequest: checkAccessBeforeBody }),
    method: endpoint.method,
    url: endpoint.path,
    config: {
      // Another program may not repeat what it sends.
      isExemptFromShedding: endpoint.raw !== undefined,
      acceptsAnyOrigin: endpoint.raw !== undefined && endpoint.acceptsAnyOrigin === true,
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await findCaller(request)
      // Other sites may fetch public lists. A reply to a signed-in person isn't public.
      if (isPublicRead(endpoint) && !caller.session.person) reply.header('access-control-allow-origin', '*')
      if (endpoint.method !== 'GET') assertAccountOfPage(caller.headers.get(ACCOUNT_HEADER), caller.session.viewer)
      const { params, query, body } = request
      const raw = { params, query, body, key: caller.headers.get(IDEMPOTENCY_KEY_HEADER) }
      const run = async () => {
        const result = await runHandler(endpointHandler, raw, caller)
        // A download runs until its last byte, also if its client reads slowly.
        if (endpoint.file && isLong(result as FileDownload)) reply.raw.once('close', takeDownloadPlace(caller))
        return result
      }
      // Errors need these headers too, such as Retry-After.
      const result = await run().finally(() => {
        for (const [name, value] of caller.replyHeaders) reply.header(name, value)
      })
      reply.status(endpoint.status)
      if (endpoint.status === 302) {
        reply.header('location', (result as { location: string }).location)
        return undefined
      }
      if (endpoint.file) return prepareFile(reply, endpoint.file, result as FileDownload)
      if (!endpoint.paged) return result
      const { records, total, older } = result as ListPage<unknown>
      if (older !== undefined) reply.header(OLDER_CURSOR_HEADER, older)
      reply.header(TOTAL_COUNT_HEADER, String(total))
      return records
    },
  })
}

/** Sets the headers of a file and returns its body. */
function prepareFile(
  reply: FastifyReply,
  file: NonNullable<Endpoint['file']>,
  { name, content, type = file.type, size }: FileDownload,
): string | Uint8Array | Readable {
  reply.type(type).serializer((text: unknown) => String(text))
  if (file.isFramed) reply.header('content-security-policy', FRAMED_FILE_POLICY)
  else reply.headers({ 'content-security-policy': DOWNLOAD_CSP, 'content-disposition': createContentDisposition(name) })
  if (size !== undefined) reply.header('content-length', size)
  return typeof content === 'string' || content instanceof Uint8Array ? content : Readable.from(yieldBetweenChunks(content))
}

/** Returns whether a slow reader of this file holds much memory. Other files fit into the buffers of a connection. */
function isLong({ content }: FileDownload): boolean {
  return typeof content === 'object' && !(content instanceof Uint8Array && content.length <= MAX_SHORT_FILE_BYTES)
}

/** Lets other requests run between two chunks, even if the database answers immediately. */
async function* yieldBetweenChunks<Chunk>(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    yield chunk
    await nextTurn()
  }
}
