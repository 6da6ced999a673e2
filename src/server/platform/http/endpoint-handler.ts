import type { Readable } from 'node:stream'
import type { Access, Endpoint, EndpointResult, HandlerInput } from '../../../contract/core/endpoint.ts'
import { applyPagingDefaults, type ListPage, type PageAndSize } from '../../../contract/core/paging.ts'
import { NOT_LOGGED_IN_MESSAGE, PASSWORD_CONFIRMATION_FIELD, UserError } from '../../../contract/core/user-error.ts'
import type { IdempotencyKey } from '../db/idempotency.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { readUpload, replaceInputFileWithHash, type UploadedFile, type UploadedFileOnDisk } from './read-upload.ts'
import type { RequestSession, SignedInUser } from './request-session-types.ts'
import { type ExpectedVersion, type UncheckedRequestInput, validateInput, validateParams } from './validate-input.ts'

/** Who makes a call, over HTTP or in-process from a page. */
export type Caller = {
  session: RequestSession
  /** The request's headers, including cookies. */
  headers: Headers
  /** Headers for the reply, mostly cookies. */
  replyHeaders: Headers
}

/** The content of a file. Large files come as chunks, so that memory never holds all of one. */
export type FileReplyBody = string | AsyncIterable<string | Uint8Array> | Uint8Array

/**
 * A handler's file reply. A named file replaces the declared name, and may replace the type. `size` is in bytes, if it is known.
 */
type FileReply = FileReplyBody | FileDownload
export type FileDownload = { name: string; content: FileReplyBody; type?: string; size?: number }

/** The caller after the access check. A call that isn't for anyone has a person. */
export type AuthorizedCaller<A extends Access> = A extends 'anyone' ? Caller : Caller & { person: SignedInUser }

/** The key that a handler passes to `write`, if the endpoint is idempotent. */
type IdempotencyInput<E> = E extends { idempotent: true } ? { idempotency: IdempotencyKey | undefined } : unknown

/** The version that the client last read of the record. */
type ExpectedVersionInput<E> = E extends { versioned: true } ? { expectedVersion: ExpectedVersion } : unknown

type RawBodyInput<E> = E extends { raw: { as: infer As } }
  ? As extends 'bytes'
    ? { bytes: Buffer }
    : { stream: Readable }
  : unknown

type UploadInput<E> = E extends { upload: { onDisk: true } }
  ? { file: UploadedFileOnDisk }
  : E extends { upload: object }
    ? { file: UploadedFile }
    : unknown

type HandlerFunction<E extends Endpoint> = (
  input: HandlerInput<E> & RawBodyInput<E> & UploadInput<E> & ExpectedVersionInput<E>,
  caller: AuthorizedCaller<E['access']> & IdempotencyInput<E>,
) => Promise<E extends { file: object } ? FileReply : EndpointResult<E>>

export type EndpointHandler = {
  endpoint: Endpoint
  handle: AnyHandlerFunction
  /** Set if the handler caches its parsed reply. The reply must be frozen. */
  isReplyParsed?: boolean
  /** Runs before the server reads an upload, so that it reads none that it must refuse. `params` are checked. */
  beforeUpload?: (params: never, person: SignedInUser) => Promise<unknown>
  /** Runs after each call, with the thrown error if there is one. */
  onFinished?: (raw: UncheckedRequestInput, caller: Caller, error?: unknown) => void
}

/** A handler whose endpoint is only known at run time. */
type AnyHandlerFunction = (
  input: unknown,
  caller: Caller & { person?: SignedInUser; idempotency?: IdempotencyKey },
) => Promise<unknown>

export function defineHandler<E extends Endpoint>(endpoint: E, handle: HandlerFunction<E>): EndpointHandler {
  return { endpoint, handle: handle as AnyHandlerFunction }
}

/**
 * Runs a handler for HTTP and in-process calls. Checks access, then the input, then the recent log-in if required.
 * The reply holds only declared fields. Throws a `UserError` if a check fails.
 */
export async function runHandler(endpointHandler: EndpointHandler, raw: UncheckedRequestInput, caller: Caller): Promise<unknown> {
  const result = await authorizeAndRun(endpointHandler, raw, caller).catch((error: unknown) => {
    endpointHandler.onFinished?.(raw, caller, error)
    throw error
  })
  endpointHandler.onFinished?.(raw, caller)
  return result
}

async function authorizeAndRun(endpointHandler: EndpointHandler, raw: UncheckedRequestInput, caller: Caller): Promise<unknown> {
  const { access, upload } = endpointHandler.endpoint
  const person = requireAccess(access, caller.session)
  if (!upload) return runWithInput(endpointHandler, raw, caller, person)
  if (person) await endpointHandler.beforeUpload?.(validateParams(endpointHandler.endpoint, raw) as never, person)
  const input = await readUpload(upload, raw, caller.headers)
  return runWithInput(endpointHandler, input, caller, person).finally(input.close)
}

async function runWithInput(
  { endpoint, handle, isReplyParsed }: EndpointHandler,
  raw: UncheckedRequestInput,
  caller: Caller,
  person: SignedInUser | undefined,
): Promise<unknown> {
  const input = validateInput(endpoint, raw)
  const sender = { person, headers: caller.headers }
  const idempotency =
    endpoint.idempotent &&
    readIdempotencyKey(endpoint, sender, raw.key, endpoint.upload ? replaceInputFileWithHash(input as object) : input)
  if (endpoint.recent) await requireRecentLogin(caller)
  const callHandler = (handlerInput: unknown) =>
    handle(handlerInput, { ...caller, ...(person && { person }), ...(idempotency && { idempotency }) })
  if (endpoint.file) return toNamedFile(endpoint.file.name, (await callHandler(input)) as FileReply)
  if (endpoint.paged) return runPaged(endpoint, input as { query: PageAndSize }, callHandler)
  const reply = await callHandler(input)
  return isReplyParsed ? reply : endpoint.reply.parse(reply)
}

async function runPaged(
  { reply, paged }: Endpoint,
  input: { query: PageAndSize },
  callHandler: (handlerInput: unknown) => Promise<unknown>,
): Promise<ListPage<unknown>> {
  const { isOldestFirst: isInOrderOfArrival, ...page } = applyPagingDefaults(input.query)
  const { records, ...rest } = (await callHandler({ ...input, query: { ...input.query, ...page } })) as ListPage<unknown>
  const declared = reply.parse(records) as unknown[]
  return { records: isInOrderOfArrival && paged !== 'oldestFirst' ? declared.toReversed() : declared, ...rest }
}

function toNamedFile(declared: string, fileReply: FileReply): FileDownload {
  return typeof fileReply === 'object' && 'content' in fileReply ? fileReply : { name: declared, content: fileReply }
}

function requireAccess(access: Access, { viewer, person }: RequestSession): SignedInUser | undefined {
  if (access === 'anyone') return person
  if (!person) throw new UserError(401, NOT_LOGGED_IN_MESSAGE)
  if (access !== 'admin' || person.isAdmin) return person
  if (viewer.kind === 'customer' && viewer.mustSetUpSecondFactor)
    throw new UserError(403, 'This site requires two-step verification for its admins. Set it up at /account first.')
  throw new UserError(403, 'Only an admin can do this.')
}

/** Throws a 403 if the log-in isn't recent. The error names the password field, so that a form can ask for it. */
export async function requireRecentLogin({ session: { isRecent } }: Pick<Caller, 'session'>): Promise<void> {
  if (await isRecent?.()) return
  const sentence = 'Enter your password again to continue.'
  throw new UserError(403, sentence, { [PASSWORD_CONFIRMATION_FIELD]: sentence })
}
