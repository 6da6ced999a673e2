import type { ErrorReply } from '#contract/core/common-schemas.ts'
import {
  ACCOUNT_HEADER,
  type ApiCallFunction,
  type Endpoint,
  hasTextMediaType,
  IDEMPOTENCY_KEY_HEADER,
  UPLOAD_FILE_PART,
} from '#contract/core/endpoint.ts'
import { type ListPage, OLDER_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '#contract/core/paging.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import type { DeclaredPage } from './define-page.ts'

const GENERIC_ERROR = 'Something went wrong on our end. Please try again.'

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; file?: Blob; key?: string }

/** How long the browser waits for the reply to a write, in ms. Uploads have no limit. */
const WRITE_TIMEOUT_MS = 10_000

/** Requests up to this size use `keepalive`. Browsers allow 64 KB of bytes in flight (Fetch standard, section 4.6). */
const MAX_KEEPALIVE_CHARS = 16_000

let account: string | undefined

/** Names the account that the page was rendered for, so that another account's session can't save what was typed. */
export function setCallingAccount(userId: string | undefined): void {
  account = userId
}

/** Makes a call over HTTP. Throws a `UserError`, with status 0 if there was no reply. */
export const callOverHttp: ApiCallFunction = (endpoint, input) => sendRequest(endpoint, input as Input)

/** Makes a call that continues after the visitor leaves the page, if it is small enough for `keepalive`. */
export const callWithKeepalive: ApiCallFunction = (endpoint, input) => sendRequest(endpoint, input as Input, true)

async function sendRequest(endpoint: Endpoint, input: Input, isInBackground = false): Promise<never> {
  const { body, file, key } = input
  const text = body === undefined || file ? undefined : JSON.stringify(body)
  const timeout = endpoint.method === 'GET' || file ? undefined : AbortSignal.timeout(WRITE_TIMEOUT_MS)
  const response = await fetch(buildCallUrl(endpoint, input), {
    method: endpoint.method,
    headers: {
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(endpoint.method !== 'GET' && account && { [ACCOUNT_HEADER]: account }),
      ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: `"${key}"` }),
    },
    body: file ? buildFormData(file, body as object) : text,
    keepalive: isInBackground && (text?.length ?? 0) < MAX_KEEPALIVE_CHARS,
    signal: timeout,
  }).catch(() => throwNoResponse(timeout))
  if (!response.ok) throw await parseErrorReply(response)
  if (endpoint.file) return (hasTextMediaType(endpoint.file) ? await response.text() : await response.bytes()) as never
  const reply = await response.json().catch(() => throwNoResponse(timeout))
  return (endpoint.paged ? parseListPage(reply, response.headers) : reply) as never
}

function parseListPage(records: unknown[], headers: Headers): ListPage<unknown> {
  const older = headers.get(OLDER_CURSOR_HEADER)
  return { records, total: Number(headers.get(TOTAL_COUNT_HEADER)), ...(older !== null && { older }) }
}

/** Puts the text fields before the file: the server needs them before it reads the file. */
function buildFormData(file: Blob, textFields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(textFields)) form.append(name, String(value))
  form.append(UPLOAD_FILE_PART, file)
  return form
}

/** Makes a page's code report a failed download like a call without a reply. */
export function withPageCodeLoadErrors(page: DeclaredPage): DeclaredPage {
  return { ...page, load: () => page.load().catch(() => throwNoResponse()) }
}

/** Returns the sentence for a failed call outside of a page's action. */
export function getCallErrorMessage(error: unknown): string {
  return isUserError(error) ? error.message : GENERIC_ERROR
}

/** Throws a `UserError` with status 0. After a timeout, the server may still have done the work. */
function throwNoResponse(timeout?: AbortSignal): never {
  throw new UserError(
    0,
    timeout?.aborted
      ? `There was no answer within ${WRITE_TIMEOUT_MS / 1000} seconds, so we don’t know whether this was saved. Nothing you typed is lost. Try again.`
      : 'You seem to be offline. Check your connection and try again. Nothing you typed is lost.',
  )
}

/** Builds the URL of a call below `/api` from its path parameters and query. */
export function buildCallUrl(endpoint: Endpoint, { params = {}, query = {} }: Input): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString()
  return `/api${path}${search && `?${search}`}`
}

async function parseErrorReply(response: Response): Promise<UserError> {
  const reply = (await response.json().catch(() => null)) as ErrorReply | null
  const sentence = reply?.error ?? GENERIC_ERROR
  return new UserError(response.status, sentence, reply?.fields, reply?.record)
}
