import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Refusal } from '../../../contract/grammar/refusal.ts'

/** Pages get forms as this type. A page that takes a file gets the other type, as a stream. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'
const FILE_FORM_TYPE = 'multipart/form-data'

export const UNREADABLE_FORM = 'The form could not be read. Please go back and send it again.'
const MAX_FORM_BYTES = 64 * 1024

/** Routes everything that has no route of its own to `answer`, with the form that was posted. `filePaths` take files. */
export async function registerForms(
  app: FastifyInstance,
  filePaths: readonly string[],
  answer: RouteHandlerMethod,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [FORM_TYPE, FILE_FORM_TYPE],
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (request: FastifyRequest, body: Buffer) => readForm(body, request.headers['content-type'] ?? ''),
  )
  app.route({ method: ['GET', 'POST'], url: '/*', handler: answer })
  for (const path of filePaths)
    await app.register(async (own) => {
      own.removeContentTypeParser(FILE_FORM_TYPE)
      own.addContentTypeParser(FILE_FORM_TYPE, async (_request: unknown, body: IncomingMessage) => body)
      own.post(path, answer)
    })
}

/**
 * Parses a posted form and writes its fields again as `FORM_TYPE`, so that a page reads exactly what was read here. Throws
 * a 400 for anything else.
 */
async function readForm(body: Buffer, contentType: string): Promise<Buffer> {
  const fields: [string, string][] = []
  for (const [name, value] of await parse(body, contentType)) {
    if (typeof value !== 'string') throw new Refusal(400, 'No form here takes files. Please send it without one.')
    fields.push([name, value])
  }
  return Buffer.from(new URLSearchParams(fields).toString())
}

async function parse(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(body as RequestInit['body'], { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Refusal(400, UNREADABLE_FORM)
  }
}
