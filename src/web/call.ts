import { type Call, type Endpoint, FILE_PART, IDEMPOTENCY_KEY, isText } from '../contract/grammar/endpoint.ts'
import { OLDER_HEADER, type Page, TOTAL_HEADER } from '../contract/grammar/paging.ts'
import { isRefusal, Refusal } from '../contract/grammar/refusal.ts'
import type { ErrorReply } from '../contract/grammar/reply.ts'
import type { SitePage } from './page.ts'

const OUR_FAULT = 'Something went wrong on our side. Please try again.'

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; file?: Blob; key?: string }

/** How long a write may go unanswered, in ms; uploads take the time they take. */
const ANSWER_WITHIN = 10_000

/** How many characters go on their way even where their page is left: browsers allow 64 KB (Fetch, section 4.6). */
const MOST_KEPT_ALIVE = 16_000

/** The browser's side of the data door: the same call over HTTP. Throws a `Refusal` where it is refused; one without an answer has the status 0. */
export const callOverHttp: Call = (endpoint, input) => send(endpoint, input as Input)

/** The same for what nobody waits for: it goes on while its page is left. */
export const callInBackground: Call = (endpoint, input) => send(endpoint, input as Input, true)

async function send(endpoint: Endpoint, input: Input, isInBackground = false): Promise<never> {
  const { body, file, key } = input
  const text = body === undefined || file ? undefined : JSON.stringify(body)
  const late = endpoint.method === 'GET' || file ? undefined : timeoutAfter(ANSWER_WITHIN)
  try {
    const response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { [IDEMPOTENCY_KEY]: `"${key}"` }),
      },
      body: file ? formOf(file, body as object) : text,
      keepalive: isInBackground && (text?.length ?? 0) < MOST_KEPT_ALIVE,
      signal: late?.signal,
    }).catch(() => throwUnanswered(late?.signal))
    if (!response.ok) throw await refusalOf(response)
    if (endpoint.file) return (isText(endpoint.file) ? await response.text() : await response.bytes()) as never
    const reply = await response.json().catch(() => throwUnanswered(late?.signal))
    return (endpoint.paged ? pageOf(reply, response.headers) : reply) as never
  } finally {
    late?.end()
  }
}

function pageOf(records: unknown[], headers: Headers): Page<unknown> {
  const older = headers.get(OLDER_HEADER)
  return { records, total: Number(headers.get(TOTAL_HEADER)), ...(older !== null && { older }) }
}

function timeoutAfter(ms: number): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  return { signal: controller.signal, end: () => clearTimeout(timer) }
}

/** The words first: whoever reads them knows what the file is about. */
function formOf(file: Blob, words: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(words)) form.append(name, String(value))
  form.append(FILE_PART, file)
  return form
}

/** A page whose code comes over HTTP too, and may be left without an answer as a call may. */
export function loadedOverHttp(page: SitePage): SitePage {
  return { ...page, load: () => page.load().catch(() => throwUnanswered()) }
}

/** What to say where a call failed that no page's action made. */
export function sentenceOf(error: unknown): string {
  return isRefusal(error) ? error.message : OUR_FAULT
}

/** No answer has no status. Whether it was carried out is not known where it came too late. */
function throwUnanswered(late?: AbortSignal): never {
  throw new Refusal(
    0,
    late?.aborted
      ? `There was no answer within ${ANSWER_WITHIN / 1000} seconds, so it is not certain that this was saved. Nothing you typed is lost: try again.`
      : 'You seem to be offline. Check your connection and try again; nothing you typed is lost.',
  )
}

/** The address of a call below `/api`, its path parameters and query filled in. */
function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Input): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString()
  return `/api${path}${search && `?${search}`}`
}

async function refusalOf(response: Response): Promise<Refusal> {
  const reply = (await response.json().catch(() => null)) as ErrorReply | null
  const sentence = reply?.error ?? OUR_FAULT
  return new Refusal(response.status, sentence, reply?.fields, reply?.record)
}
