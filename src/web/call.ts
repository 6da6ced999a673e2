import { type Call, type Endpoint, FILE_PART, IDEMPOTENCY_KEY, isText } from '../contract/endpoint.ts'
import { TOTAL_HEADER } from '../contract/paging.ts'
import { isRefusal, Refusal } from '../contract/refusal.ts'
import type { ErrorReply } from '../contract/reply.ts'
import type { SitePage } from './page.ts'

const OUR_FAULT = 'Something went wrong on our side. Please try again.'

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; file?: Blob; key?: string }

/** The browser's side of the data door: the same call over HTTP. Throws a `Refusal` where it is refused. */
export const callOverHttp: Call = async (endpoint, input) => {
  const { body, file, key } = input as Input
  const response = await fetch(addressOf(endpoint, input as Input), {
    method: endpoint.method,
    headers: {
      ...(body !== undefined && !file && { 'content-type': 'application/json' }),
      ...(key !== undefined && { [IDEMPOTENCY_KEY]: `"${key}"` }),
    },
    body: file ? formOf(file, body as object) : body === undefined ? undefined : JSON.stringify(body),
  }).catch(throwUnanswered)
  if (!response.ok) throw await refusalOf(response)
  if (endpoint.file) return (isText(endpoint.file) ? await response.text() : await response.bytes()) as never
  const reply = await response.json()
  if (!endpoint.paged) return reply
  return { records: reply, total: Number(response.headers.get(TOTAL_HEADER)) } as never
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
  return { ...page, load: () => page.load().catch(throwUnanswered) }
}

/** What to say where a call failed that no page's action made. */
export function sentenceOf(error: unknown): string {
  return isRefusal(error) ? error.message : OUR_FAULT
}

/** No answer has no status. */
function throwUnanswered(): never {
  throw new Refusal(0, 'You seem to be offline. Check your connection and try again; nothing you typed is lost.')
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
