import type { Access, Endpoint } from '#contract/core/endpoint.ts'
import { applyPagingDefaults, type ListPage, type PageAndSize } from '#contract/core/paging.ts'
import { NOT_LOGGED_IN_MESSAGE, PASSWORD_CONFIRMATION_FIELD, UserError } from '#contract/core/user-error.ts'
import { createOutcomeUnknownError, isDatabaseUnavailableError } from '../db/database-errors.ts'
import { trackCommitsOfRequest } from '../db/request-commits.ts'
import type { Caller, EndpointHandler, FileDownload, FileReply } from './define-handler.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { isFileOfForm, readFileForm, readUpload, replaceInputFileWithHash } from './read-upload.ts'
import type { RequestSession, SignedInUser } from './request-session-types.ts'
import { type UncheckedRequestInput, validateInput, validateParams } from './validate-input.ts'

/**
 * Runs a handler for HTTP and in-process calls. Checks access, then the input, then the recent log-in if required.
 * The reply holds only declared fields. Throws a `UserError` if a check fails.
 */
export async function runHandler(endpointHandler: EndpointHandler, raw: UncheckedRequestInput, caller: Caller): Promise<unknown> {
  const result = await trackCommitsOfRequest((hasCommitted) =>
    authorizeAndRun(endpointHandler, raw, caller).catch((error: unknown) => {
      endpointHandler.onFinished?.(raw, caller, error)
      // "Please try again" would invite a second copy.
      const isChange = endpointHandler.endpoint.method !== 'GET'
      if (isChange && hasCommitted() && isDatabaseUnavailableError(error)) throw createOutcomeUnknownError(error)
      throw error
    }),
  )
  endpointHandler.onFinished?.(raw, caller)
  return result
}

/** Checks access before the server reads the body. Throws a 401 or a 403. */
export function assertAccess({ endpoint, onFinished }: EndpointHandler, caller: Caller): void {
  try {
    requireAccess(endpoint.access, caller.session)
  } catch (error) {
    onFinished?.({}, caller, error)
    throw error
  }
}

async function authorizeAndRun(endpointHandler: EndpointHandler, raw: UncheckedRequestInput, caller: Caller): Promise<unknown> {
  const { access, upload } = endpointHandler.endpoint
  const person = requireAccess(access, caller.session)
  if (!upload) return runWithInput(endpointHandler, raw, caller, person)
  if (person) await endpointHandler.beforeUpload?.(validateParams(endpointHandler.endpoint, raw) as never, person)
  const freePlace = await endpointHandler.admitUpload?.(upload, caller, isFileOfForm(raw.file))
  try {
    if (raw.form) return await readFileForm(upload, raw.body, caller.headers, raw.form)
    const input = await readUpload(upload, raw, caller.headers)
    return await runWithInput(endpointHandler, input, caller, person).finally(input.close)
  } finally {
    freePlace?.()
  }
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
  throw new UserError(403, 'Enter your password again to continue.', PASSWORD_CONFIRMATION_FIELD)
}
