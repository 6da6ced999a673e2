import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isRefusal, Refusal } from '../../contract/refusal.ts'
import type { ErrorReply } from '../../contract/reply.ts'

/** What Fastify itself refuses before a handler runs, in our words. */
const SENTENCES: Record<number, string> = {
  400: 'The request could not be read as JSON.',
  413: 'The request is too large: at most 64 KB are accepted.',
  415: 'The request must be JSON (content type application/json).',
  416: 'The file has no such part.',
}

/** Turns whatever was thrown into the error reply of the API; a fault of ours is logged and answers 503. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) {
    request.log.error({ err: refusal.cause ?? error }, 'a call failed')
    if (!reply.hasHeader('retry-after')) reply.header('retry-after', '5')
  }
  const { message, fields, record } = refusal
  const body: ErrorReply = { error: message, ...(fields && { fields }), ...(record && { record }) }
  reply.status(refusal.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** What the router refuses before any hook runs: an address that is no address. */
export function sendFrameworkError({ statusCode }: FastifyError, reply: FastifyReply): void {
  const [status, error] = statusCode === 414 ? [404, 'There is nothing at this address.'] : [400, 'This is not an address.']
  reply
    .status(status as number)
    .type('application/json; charset=utf-8')

    .send({ error })
}

export function refusalOf(error: unknown): Refusal {
  if (isRefusal(error)) return error
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 503
  if (status >= 400 && status < 500) return new Refusal(status, SENTENCES[status] ?? 'The request could not be understood.')
  return new Refusal(503, 'Something went wrong on our side. Please try again in a moment.')
}
