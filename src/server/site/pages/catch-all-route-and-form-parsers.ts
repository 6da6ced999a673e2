import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { UserError } from '../../../contract/core/user-error.ts'

/** The content type of forms for pages. A page that takes a file gets `FILE_FORM_CONTENT_TYPE` as a stream. */
export const FORM_CONTENT_TYPE = 'application/x-www-form-urlencoded'
const FILE_FORM_CONTENT_TYPE = 'multipart/form-data'

export const UNREADABLE_FORM_MESSAGE = 'We couldn’t read the form. Please go back and send it again.'
const MAX_FORM_BYTES = 64 * 1024

/** Sends every request without a route, and its posted form, to `handlePage`. The pages at `filePaths` take files. */
export async function registerCatchAllRoute(
  app: FastifyInstance,
  filePaths: readonly string[],
  handlePage: RouteHandlerMethod,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [FORM_CONTENT_TYPE, FILE_FORM_CONTENT_TYPE],
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (request: FastifyRequest, body: Buffer) => normalizeForm(body, request.headers['content-type'] ?? ''),
  )
  app.route({ method: ['GET', 'POST'], url: '/*', handler: handlePage })
  for (const path of filePaths)
    await app.register(async (scope) => {
      scope.removeContentTypeParser(FILE_FORM_CONTENT_TYPE)
      scope.addContentTypeParser(FILE_FORM_CONTENT_TYPE, async (_request: unknown, body: IncomingMessage) => body)
      scope.post(path, handlePage)
    })
}

/**
 * Parses a posted form and encodes it again as `FORM_CONTENT_TYPE`. The page then reads exactly the checked fields. Throws a
 * 400 for anything else.
 */
async function normalizeForm(body: Buffer, contentType: string): Promise<Buffer> {
  const fields: [string, string][] = []
  for (const [name, value] of await parseFormData(body, contentType)) {
    if (typeof value !== 'string') throw new UserError(400, 'This form doesn’t accept files. Please send it without one.')
    fields.push([name, value])
  }
  return Buffer.from(new URLSearchParams(fields).toString())
}

async function parseFormData(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(body as RequestInit['body'], { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new UserError(400, UNREADABLE_FORM_MESSAGE)
  }
}
