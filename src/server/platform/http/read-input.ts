import * as z from 'zod/mini'
import type { Endpoint, InputOf } from '../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { isStorable } from '../../../contract/grammar/text.ts'
import { readRaw } from './request-body.ts'

/** The parts of a request as they came, unchecked; `key` is its Idempotency-Key, `file` what was uploaded. */
export type RawInput = { params?: unknown; query?: unknown; body?: unknown; key?: unknown; file?: unknown }

/** How deep a body may nest. */
const MAX_DEPTH = 8

/** Checks the declared parts of a request; throws a 400 with a sentence per field at fault. */
export function readInput<E extends Endpoint>(endpoint: E, raw: RawInput): InputOf<E> {
  if (!(endpoint.raw || isPlainInput(raw.body)) || !isPlainInput(raw.params) || !isPlainInput(raw.query)) {
    throw new Refusal(400, 'The request holds a character that cannot be stored, or is nested too deeply.')
  }
  const input: Record<string, unknown> = {}
  // An id that breaks its own rule names no record, so it is as unknown as any other.
  if (endpoint.params) input.params = read(endpoint.params, raw.params, () => new Refusal(404, 'There is no such record.'))
  if (endpoint.query) input.query = read(endpoint.query, raw.query ?? {}, refusalOf)
  if (endpoint.body) input.body = read(endpoint.body, withoutServerNames(raw.body ?? {}), refusalOf)
  if (endpoint.versioned) input.seen = read(seen, raw.body ?? {}, refusalOf)
  if (endpoint.raw) Object.assign(input, readRaw(endpoint.raw, raw.body))
  if (endpoint.upload) Object.assign(input, { body: read(endpoint.upload.fields, raw.body, refusalOf), file: raw.file })
  return input as InputOf<E>
}

/** The version that a change was made from, as far as its sender says so: of the record, and of what the draft makes of it. */
const seen = z.pipe(
  z.object({ _version: versionIn('_version'), _draft: versionIn('_draft') }),
  z.transform(({ _version, _draft }): Seen => ({ version: _version, draft: _draft })),
)
export type Seen = { version?: number; draft?: number }

/** As a number, or in digits, as forms send it. */
function versionIn(name: string) {
  const sentence = `${name} must be the number that the record came with.`
  const digits = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))
  return z.optional(z.union([z.int().check(z.minimum(0)), digits], { error: sentence }))
}

type Issues = readonly z.core.$ZodIssue[]

function read(schema: z.ZodMiniType, value: unknown, refuse: (issues: Issues) => Refusal): unknown {
  const result = schema.safeParse(value)
  if (!result.success) throw refuse(result.error.issues)
  return result.data
}

function refusalOf(issues: Issues): Refusal {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
    for (const name of unknown) fields[name] ??= `${name} is not a field here.`
    const name = issue.path[0]
    if (name !== undefined && unknown.length === 0) fields[String(name)] ??= issue.message
  }
  const count = Object.keys(fields).length
  if (count === 0) return new Refusal(400, 'The request must be a JSON object with the fields of this call.')
  return new Refusal(400, count === 1 ? 'One field needs your attention.' : `${count} fields need your attention.`, fields)
}

/** Names that start with `_` are the server's own: a client may send a whole record back. */
function withoutServerNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('_')))
}

function isPlainInput(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isPlainInput(inner, depth + 1))
}
