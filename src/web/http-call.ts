import { type ApiCall, type Endpoint, IDEMPOTENCY_KEY_HEADER, isTextFile, UPLOAD_FILE_PART } from '../contract/core/endpoint.ts'
import { type ListPage, OLDER_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '../contract/core/paging.ts'
import type { ErrorReply } from '../contract/core/reply-schemas.ts'
import { isUserError, UserError } from '../contract/core/user-error.ts'
import type { SitePage } from './site-page.ts'

const GENERIC_ERROR = 'Something went wrong on our side. Please try again.'

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; file?: Blob; key?: string }

/** How long a write may go unanswered, in ms; uploads take the time they take. */
const WRITE_TIMEOUT_MS = 10_000

/** How many characters go on their way even where their page is left: browsers allow 64 KB (Fetch, section 4.6). */
const MAX_KEEPALIVE_CHARS = 16_000

/** The browser's side of the data door: the same call over HTTP. Throws a `Refusal` where it is refused; one without an answer has the status 0. */
export const callOverHttp: ApiCall = (endpoint, input) => sendRequest(endpoint, input as Input)

/** The same for what nobody waits for: it goes on while its page is left. */
export const callInBackground: ApiCall = (endpoint, input) => sendRequest(endpoint, input as Input, true)

async function sendRequest(endpoint: Endpoint, input: Input, isInBackground = false): Promise<never> {
  const { body, file, key } = input
  const text = body === undefined || file ? undefined : JSON.stringify(body)
  const timeout = endpoint.method === 'GET' || file ? undefined : createTimeout(WRITE_TIMEOUT_MS)
  try {
    const response = await fetch(buildCallUrl(endpoint, input), {
      method: endpoint.method,
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: `"${key}"` }),
      },
      body: file ? buildFormData(file, body as object) : text,
      keepalive: isInBackground && (text?.length ?? 0) < MAX_KEEPALIVE_CHARS,
      signal: timeout?.signal,
    }).catch(() => throwNoResponse(timeout?.signal))
    if (!response.ok) throw await parseErrorReply(response)
    if (endpoint.file) return (isTextFile(endpoint.file) ? await response.text() : await response.bytes()) as never
    const reply = await response.json().catch(() => throwNoResponse(timeout?.signal))
    return (endpoint.paged ? parsePage(reply, response.headers) : reply) as never
  } finally {
    timeout?.end()
  }
}

function parsePage(records: unknown[], headers: Headers): ListPage<unknown> {
  const older = headers.get(OLDER_CURSOR_HEADER)
  return { records, total: Number(headers.get(TOTAL_COUNT_HEADER)), ...(older !== null && { older }) }
}

function createTimeout(ms: number): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}

/** The words first: whoever reads them knows what the file is about. */
function buildFormData(file: Blob, textFields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(textFields)) form.append(name, String(value))
  form.append(UPLOAD_FILE_PART, file)
  return form
}

/** A page whose code comes over HTTP too, and may be left without an answer as a call may. */
export function withHttpErrors(page: SitePage): SitePage {
  return { ...page, load: () => page.load().catch(() => throwNoResponse()) }
}

/** What to say where a call failed that no page's action made. */
export function getErrorMessage(error: unknown): string {
  return isUserError(error) ? error.message : GENERIC_ERROR
}

/** No answer has no status. Whether it was carried out is not known where it came too late. */
function throwNoResponse(timeout?: AbortSignal): never {
  throw new UserError(
    0,
    timeout?.aborted
      ? `There was no answer within ${WRITE_TIMEOUT_MS / 1000} seconds, so it is not certain that this was saved. Nothing you typed is lost: try again.`
      : 'You seem to be offline. Check your connection and try again; nothing you typed is lost.',
  )
}

/** The address of a call below `/api`, its path parameters and query filled in. */
function buildCallUrl(endpoint: Endpoint, { params = {}, query = {} }: Input): string {
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
