import type { Readable } from 'node:stream'
import type { Access, Endpoint, EndpointReply, HandlerInput } from '../../../contract/core/endpoint.ts'
import { type ListPage, type Paging, resolvePaging } from '../../../contract/core/paging.ts'
import { NOT_LOGGED_IN_MESSAGE, PASSWORD_CONFIRMATION_FIELD, UserError } from '../../../contract/core/user-error.ts'
import type { IdempotencyKey } from '../db/idempotency.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { readUpload, replaceFileWithHash, type UploadedFile, type UploadedFileOnDisk } from './read-upload.ts'
import type { Session, SignedInUser } from './session.ts'
import { type ExpectedVersion, type UnvalidatedInput, validateInput } from './validate-input.ts'

/** Who makes a call, and how: over HTTP, or in-process from a page. */
export type Caller = {
  session: Session
  /** The request's headers; cookies among them. */
  headers: Headers
  /** Headers for the reply, cookies above all. */
  replyHeaders: Headers
}

/** What a file holds: text, bytes, or either in pieces, so that a long one is never in memory as a whole. */
export type FileContent = string | AsyncIterable<string | Uint8Array> | Uint8Array

/** A file as a handler answers it; under a name of its own where the declared one says too little. */
export type FileReply = FileContent | NamedFile
export type NamedFile = { name: string; content: FileContent }

/** What an access rule makes certain of whoever calls: a call that is not for anyone has a person. */
export type AuthorizedCaller<A extends Access> = A extends 'anyone' ? Caller : Caller & { person: SignedInUser }

/** A call that makes something hands this on to `write`. */
type IdempotencyInput<E> = E extends { idempotent: true } ? { idempotency: IdempotencyKey | undefined } : unknown

/** What its sender has seen of the record that a call changes. */
type ExpectedVersionInput<E> = E extends { versioned: true } ? { expectedVersion: ExpectedVersion } : unknown

/** A body as it came. */
type RawBodyInput<E> = E extends { raw: { as: infer As } }
  ? As extends 'bytes'
    ? { bytes: Buffer }
    : { stream: Readable }
  : unknown

/** An upload's file, all of it. */
type UploadInput<E> = E extends { upload: { onDisk: true } }
  ? { file: UploadedFileOnDisk }
  : E extends { upload: object }
    ? { file: UploadedFile }
    : unknown

export type HandlerFunction<E extends Endpoint> = (
  input: HandlerInput<E> & RawBodyInput<E> & UploadInput<E> & ExpectedVersionInput<E>,
  caller: AuthorizedCaller<E['access']> & IdempotencyInput<E>,
) => Promise<E extends { file: object } ? FileReply : EndpointReply<E>>

/** An endpoint with what it does, and who is told how each call of it went: `error` is what was thrown, if anything. */
export type EndpointHandler = {
  endpoint: Endpoint
  handle: AnyHandlerFunction
  onFinished?: (raw: UnvalidatedInput, caller: Caller, error?: unknown) => void
}

/** A handler whose endpoint is known at run time only. */
type AnyHandlerFunction = (
  input: unknown,
  caller: Caller & { person?: SignedInUser; idempotency?: IdempotencyKey },
) => Promise<unknown>

export function defineHandler<E extends Endpoint>(endpoint: E, handle: HandlerFunction<E>): EndpointHandler {
  return { endpoint, handle: handle as AnyHandlerFunction }
}

/**
 * The one way to a handler, for both doors: access first, then the input, then a recent sign-in where needed, then
 * the work. The reply holds what is declared and nothing else. Throws a `Refusal`.
 */
export async function runHandler(endpointHandler: EndpointHandler, raw: UnvalidatedInput, caller: Caller): Promise<unknown> {
  const result = await authorizeAndRun(endpointHandler, raw, caller).catch((error: unknown) => {
    endpointHandler.onFinished?.(raw, caller, error)
    throw error
  })
  endpointHandler.onFinished?.(raw, caller)
  return result
}

async function authorizeAndRun(endpointHandler: EndpointHandler, raw: UnvalidatedInput, caller: Caller): Promise<unknown> {
  const { access, upload } = endpointHandler.endpoint
  const person = requireAccess(access, caller.session)
  if (!upload) return runWithInput(endpointHandler, raw, caller, person)
  const read = await readUpload(upload, raw, caller.headers)
  return runWithInput(endpointHandler, read, caller, person).finally(read.close)
}

async function runWithInput(
  { endpoint, handle }: EndpointHandler,
  raw: UnvalidatedInput,
  caller: Caller,
  person: SignedInUser | undefined,
): Promise<unknown> {
  const input = validateInput(endpoint, raw)
  const sender = { person, headers: caller.headers }
  const idempotency =
    endpoint.idempotent &&
    readIdempotencyKey(endpoint, sender, raw.key, endpoint.upload ? replaceFileWithHash(input as object) : input)
  if (endpoint.recent) await requireRecentLogin(caller)
  const callHandler = (handlerInput: unknown) =>
    handle(handlerInput, { ...caller, ...(person && { person }), ...(idempotency && { idempotency }) })
  if (endpoint.file) return toNamedFile(endpoint.file.name, (await callHandler(input)) as FileReply)
  return endpoint.paged
    ? runPaged(endpoint, input as { query: Paging }, callHandler)
    : endpoint.reply.parse(await callHandler(input))
}

async function runPaged(
  { reply }: Endpoint,
  input: { query: Paging },
  callHandler: (handlerInput: unknown) => Promise<unknown>,
): Promise<ListPage<unknown>> {
  const { isOldestFirst: isInOrderOfArrival, ...page } = resolvePaging(input.query)
  const { records, ...rest } = (await callHandler({ ...input, query: { ...input.query, ...page } })) as ListPage<unknown>
  const declared = reply.parse(records) as unknown[]
  return { records: isInOrderOfArrival ? declared.toReversed() : declared, ...rest }
}

function toNamedFile(declared: string, fileReply: FileReply): NamedFile {
  return typeof fileReply === 'object' && 'content' in fileReply ? fileReply : { name: declared, content: fileReply }
}

function requireAccess(access: Access, { viewer, person }: Session): SignedInUser | undefined {
  if (access === 'anyone') return person
  if (!person) throw new UserError(401, NOT_LOGGED_IN_MESSAGE)
  if (access !== 'admin' || person.isAdmin) return person
  if (viewer.kind === 'customer' && viewer.mustSetUpSecondFactor)
    throw new UserError(403, 'This site asks its admins for a second factor. Set yours up at /account first.')
  throw new UserError(403, 'Only an admin may do this.')
}

/** Throws a 403 where the sign-in is not recent. It names the password as what is missing, so that a form knows what to ask for. */
export async function requireRecentLogin({ session: { isRecent } }: Pick<Caller, 'session'>): Promise<void> {
  if (await isRecent?.()) return
  const sentence = 'You logged in a while ago. Please enter your password again to go on.'
  throw new UserError(403, sentence, { [PASSWORD_CONFIRMATION_FIELD]: sentence })
}
