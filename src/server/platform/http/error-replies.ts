import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '#contract/core/common-schemas.ts'
import { appendRequestId, isUserError, SERVER_ERROR_MESSAGE, UserError } from '#contract/core/user-error.ts'

/** Our messages for errors that Fastify throws before a handler runs. */
const MESSAGES_BY_STATUS: Record<number, string> = {
  400: 'The request isn’t valid JSON.',
  413: 'The request is too large: at most 64 KB are accepted.',
  415: 'The request must be JSON (content type application/json).',
  416: 'The file doesn’t have this range.',
}

/** Turns an error into the API's error reply. Logs server errors, answers them with 503 and adds the request id. */
export function sendApiErrorReply(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message, fields, record, cause } = toUserError(error)
  const isServerError = status >= 500
  if (isServerError) {
    request.log.error({ err: cause ?? error }, 'a call failed')
    if (!reply.hasHeader('retry-after')) reply.header('retry-after', '5')
  }
  const sentence = isServerError ? appendRequestId(message, request.id) : message
  const body: ErrorReply = { error: sentence, ...(fields && { fields }), ...(record && { record }) }
  reply.status(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** Answers URLs that the router rejects before any hook runs. */
export function sendRouterErrorReply({ statusCode }: FastifyError, reply: FastifyReply): void {
  const [status, error] = statusCode === 414 ? [404, 'There’s nothing at this address.'] : [400, 'This isn’t a valid address.']
  reply
    .status(status as number)
    .type('application/json; charset=utf-8')

    .send({ error })
}

export function toUserError(error: unknown): UserError {
  if (isUserError(error)) return error
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 503
  if (status >= 400 && status < 500)
    return new UserError(status, MESSAGES_BY_STATUS[status] ?? 'The request could not be understood.')
  return new UserError(503, SERVER_ERROR_MESSAGE)
}

/** Replies by the code of Node's error. All other codes get a 400. */
const REPLIES_BY_ERROR_CODE: Record<string, [status: number, sentence: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large: at most 64 KB are accepted.'],
}

/** Answers bytes that aren't a request and closes the connection, because the next request's start is unknown. */
export function sendConnectionError({ code = '' }: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, error] = REPLIES_BY_ERROR_CODE[code] ?? [400, 'This is not an HTTP request.']
  const body = JSON.stringify({ error } satisfies ErrorReply)
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  socket.destroySoon()
}
