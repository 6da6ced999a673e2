import * as z from 'zod/mini'
import type { Endpoint, HandlerInput } from '#contract/core/endpoint.ts'
import type { FileFormReading } from '#contract/core/page-rendering-interface.ts'
import { isStorableText } from '#contract/core/text-schemas.ts'
import { UserError } from '#contract/core/user-error.ts'
import { getRawBytesOrLimitedStream } from './raw-request-body.ts'

/**
 * The unchecked parts of a request. `key` is its Idempotency-Key, `file` the uploaded file. `form` receives the parts of a
 * page's form, which is the `body`.
 */
export type UncheckedRequestInput = {
  params?: unknown
  query?: unknown
  body?: unknown
  key?: unknown
  file?: unknown
  form?: FileFormReading
}

/** How deep a body may nest. */
const MAX_DEPTH = 8

/** Validates the declared parts of a request. Throws a 400 with a sentence per invalid field. */
export function validateInput<E extends Endpoint>(endpoint: E, raw: UncheckedRequestInput): HandlerInput<E> {
  if (!(endpoint.raw || isStorableInput(raw.body)) || !isStorableInput(raw.params) || !isStorableInput(raw.query)) {
    throw new UserError(400, 'The request has a character that can’t be stored, or is nested too deeply.')
  }
  const input: Record<string, unknown> = {}
  if (endpoint.params) input.params = validateParams(endpoint, raw)
  if (endpoint.query) input.query = parseWithSchema(endpoint.query, raw.query ?? {}, createFieldErrors)
  if (endpoint.body) input.body = parseWithSchema(endpoint.body, dropServerFields(raw.body ?? {}), createFieldErrors)
  if (endpoint.versioned) input.expectedVersion = parseWithSchema(expectedVersionSchema, raw.body ?? {}, createFieldErrors)
  if (endpoint.raw) Object.assign(input, getRawBytesOrLimitedStream(endpoint.raw, raw.body))
  if (endpoint.upload)
    Object.assign(input, { body: parseWithSchema(endpoint.upload.fields, raw.body, createFieldErrors), file: raw.file })
  return input as HandlerInput<E>
}

/** Throws a 404 for an invalid id, as for an unknown one. */
export function validateParams({ params }: Endpoint, raw: UncheckedRequestInput): unknown {
  const createNotFoundError = () => new UserError(404, 'This doesn’t exist anymore.')
  if (!isStorableInput(raw.params)) throw createNotFoundError()
  return params && parseWithSchema(params, raw.params, createNotFoundError)
}

/** Reads the versions that a change is based on, of the record and of its staged change. All parts are optional. */
const expectedVersionSchema = z.pipe(
  z.object({
    _version: createVersionSchema('_version'),
    _draft: createVersionSchema('_draft'),
    _opened: z.optional(z.enum(['live', 'draft'], { error: '_opened must be live or draft.' })),
  }),
  z.transform(({ _version, _draft, _opened }): ExpectedVersion => ({ version: _version, draft: _draft, opened: _opened })),
)
/** `opened` says what the sender's form shows. A save from an older version is then merged where no text is lost. */
export type ExpectedVersion = { version?: number; draft?: number; opened?: 'live' | 'draft' | undefined }

/** Accepts a number, or digits as forms send them. */
function createVersionSchema(name: string) {
  const sentence = `${name} must be the version that you read.`
  const digits = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))
  return z.optional(z.union([z.int().check(z.minimum(0)), digits], { error: sentence }))
}

type Issues = readonly z.core.$ZodIssue[]

function parseWithSchema(schema: z.ZodMiniType, value: unknown, toError: (issues: Issues) => UserError): unknown {
  const result = schema.safeParse(value)
  if (!result.success) throw toError(result.error.issues)
  return result.data
}

function createFieldErrors(issues: Issues): UserError {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
    for (const name of unknown) fields[name] ??= `${name} is not a field here.`
    const name = issue.path[0]
    if (name !== undefined && unknown.length === 0) fields[String(name)] ??= issue.message
  }
  const count = Object.keys(fields).length
  if (count === 0) return new UserError(400, 'The request must be a JSON object with the fields of this call.')
  return new UserError(400, count === 1 ? 'One field needs your attention.' : `${count} fields need your attention.`, fields)
}

/** Drops names that start with `_` (P-17). A client may send a whole record back. */
function dropServerFields(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('_')))
}

function isStorableInput(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  return Object.entries(value).every(([name, inner]) => isStorableText(name) && isStorableInput(inner, depth + 1))
}
