import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { ACCOUNT_FIELD, type PageDeclaration, type PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { UserError } from '#contract/core/user-error.ts'
import { MAX_FILES_PER_MESSAGE } from '#contract/work/conversation.ts'
import { uploadOrderFileEndpoint } from '#contract/work/order-files.ts'
import type { DrainLimits } from '#platform/http/raw-request-body.ts'
import { type BeginningOfForm, readFieldsBeforeFile } from '#platform/http/read-upload.ts'
import { type Caller, toWebHeaders } from '#platform/http/register-api.ts'
import type { FindSession } from '#platform/http/request-session-types.ts'

/** The content type of forms for pages. A page that takes files gets a form with a file as a stream. */
export const FORM_CONTENT_TYPE = 'application/x-www-form-urlencoded'
const FILE_FORM_CONTENT_TYPE = 'multipart/form-data'

export const UNREADABLE_FORM_MESSAGE = 'We couldn’t read the form. Please go back and send it again.'
const MAX_FORM_BYTES = 64 * 1024
/** A session may end while its owner chooses files, so the largest form with files is read to its end. */
const FILE_FORM_DRAIN_LIMITS: DrainLimits = {
  maxBytes: MAX_FILES_PER_MESSAGE * uploadOrderFileEndpoint.upload.maxBytes + MAX_FORM_BYTES,
  timeout: 600_000,
}

/** How much of a posted form the server reads: all of it, only the fields before the file, or nothing. */
type FormReading = 'whole' | 'fields' | 'nothing'

type CatchAllOptions = {
  /** The pages that take files. */
  filePaths: readonly string[]
  /** The pages that other sites lead back to, also by POST. */
  returnPaths: readonly string[]
  /** Returns whether the page itself posted the form. */
  isOwnForm: (request: FastifyRequest) => boolean
  /** Checks the access to the page before the server reads the form. */
  chooseFormReading: (request: FastifyRequest) => Promise<FormReading>
  handlePage: RouteHandlerMethod
}

/** Sends every request without a route, and its posted form, to `handlePage`. */
export async function registerCatchAllRoute(
  app: FastifyInstance,
  { filePaths, returnPaths, isOwnForm, chooseFormReading, handlePage }: CatchAllOptions,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [FORM_CONTENT_TYPE, FILE_FORM_CONTENT_TYPE],
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (request: FastifyRequest, body: Buffer) => normalizeForm(body, request.headers['content-type'] ?? ''),
  )
  app.addHook('preParsing', async (request, _reply, body) =>
    request.method !== 'POST' || (await chooseFormReading(request)) !== 'nothing' ? body : createEmptyBody(request),
  )
  app.route({ method: ['GET', 'POST'], url: '/*', handler: handlePage })
  for (const path of returnPaths)
    app.post(path, {
      config: { acceptsAnyOrigin: true },
      // Before the body and the log-in: browsers send no session cookie with another site's POST, but with the GET after it.
      onRequest: (request, reply, done) => {
        if (isOwnForm(request)) done()
        else void reply.redirect(request.url.replace(/\?.*/, ''), 303)
      },
      handler: handlePage,
    })
  for (const path of filePaths)
    await app.register(async (scope) => {
      scope.removeContentTypeParser(FILE_FORM_CONTENT_TYPE)
      scope.addContentTypeParser(FILE_FORM_CONTENT_TYPE, async (request: FastifyRequest, body: IncomingMessage) => {
        const form = await readFieldsBeforeFile(body, request.headers['content-type'] ?? '')
        return form.isWhole || (await chooseFormReading(request)) === 'fields' ? encodeForm(form.fields) : form
      })
      scope.post(path, { config: { drainLimits: FILE_FORM_DRAIN_LIMITS } }, handlePage)
    })
}

/** Replaces a form that the server may not read on this page. Fastify compares the length with the header. */
function createEmptyBody({ headers }: FastifyRequest): Readable {
  return Object.assign(Readable.from([]), { receivedEncodedLength: Number(headers['content-length'] ?? 0) })
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
  return encodeForm(fields)
}

function encodeForm(fields: [string, string][]): Buffer {
  return Buffer.from(new URLSearchParams(fields).toString())
}

async function parseFormData(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(body as RequestInit['body'], { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new UserError(400, UNREADABLE_FORM_MESSAGE)
  }
}

type FormContext = {
  origin: string
  callFor: (caller: Caller) => ApiCallFunction
  findSession: FindSession
  findPageRoute: (path: string) => PageDeclaration | undefined
}

export type PostedForm = { body?: Buffer | undefined; readFileForm?: PageRequestContext['readFileForm'] | undefined }

/** People must log in with the account of the form before they upload. The page keeps their text until then. */
export async function chooseFormReading(
  { findSession, findPageRoute, origin }: FormContext,
  request: FastifyRequest,
): Promise<FormReading> {
  const page = findPageRoute(request.url.split('?', 1)[0] ?? '')
  if (!page) return 'nothing'
  if (page.access === 'anyone') return 'whole'
  const { viewer } = await findSession(toWebHeaders(request))
  const account = new URL(request.url, origin).searchParams.get(ACCOUNT_FIELD)
  if (viewer.kind === 'visitor' || (account !== null && account !== viewer.userId)) return 'fields'
  return page.access === 'admin' && viewer.kind !== 'admin' ? 'nothing' : 'whole'
}

/** Returns the fields of a form as a body. A form with files streams into the calls that its page makes. */
export function getPostedForm(context: FormContext, request: FastifyRequest, caller: Caller): PostedForm {
  // A form without fields may have no body and no content type.
  const form = (request.body as Buffer | BeginningOfForm | undefined) ?? Buffer.alloc(0)
  if (!('isWhole' in form)) return { body: form }
  // The page sees another content type.
  const call = context.callFor({ ...caller, headers: new Headers(caller.headers) })
  return {
    body: Buffer.alloc(0),
    readFileForm: async (endpoint, input) => {
      for (const [name, value] of form.fields) input.form.onField(name, value)
      try {
        await call(endpoint, { ...input, body: form.body } as never)
      } finally {
        // The form may have taken minutes. The page's next calls need the session of now.
        caller.session = await context.findSession(caller.headers)
      }
    },
  }
}
