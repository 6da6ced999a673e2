import type * as z from 'zod/mini'
import type { ListPage } from './paging.ts'
import type { RateLimitName } from './rate-limits.ts'

/** Who may make a call or see a page; anything finer (only one's own) is the handler's query. */
export type Access = 'anyone' | 'signedIn' | 'admin'

/** How long a sign-in counts as recent, in ms. */
export const RECENT_SIGN_IN_MS = 15 * 60 * 1000

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

// biome-ignore lint/suspicious/noExplicitAny: the shape of a schema is known only where it is declared
type Schema = z.ZodMiniType<any, any>

/**
 * One HTTP call. The server's route, the OpenAPI entry, the typed client, the access matrix and
 * the contract test all read this value. Paths are below `/api` and keep their spelling (P-3).
 */
export type Endpoint = EndpointBase & (JsonEndpoint | RawBodyEndpoint | UploadEndpoint)

type EndpointBase = {
  method: HttpMethod
  path: `/${string}`
  access: Access
  summary: string
  tag: string
  params?: Schema
  query?: Schema
  reply: Schema
  /** Handlers answer one page of a list, newest first; the total travels in the header `x-total-count` (contract/paging.ts). */
  paged?: true
  /** The reply is a file to keep and no JSON: its media type and the name it is offered under. */
  file?: { type: string; name: string }
  /** How often it may be tried. */
  limit?: RateLimitName
  /** Also needs that the caller logged in, or gave the password again, within `RECENT` ms. */
  recent?: true
  /** The status of success; with 302 the browser is sent on to the `location` of the reply. */
  status: 200 | 201 | 302
}

/** A body in JSON, if any. */
type JsonEndpoint = {
  body?: Schema
  /** Makes something, and with an `Idempotency-Key` does so once, however often that is sent within a day (docs/decisions/0030). */
  idempotent?: true
  /** Its body may say which version of the record it was made from (`_version`, and `_draft` of a drafted one). */
  versioned?: true
  raw?: undefined
  upload?: undefined
}

/** A body that its handler receives as it came; over HTTP alone. */
type RawBodyEndpoint = {
  raw: RawBodyOptions
  body?: undefined
  idempotent?: undefined
  versioned?: undefined
  upload?: undefined
}

/** A file with what is said of it, as forms send them (`multipart/form-data`, RFC 7578); handlers find the words in `body`. */
type UploadEndpoint = { upload: UploadOptions; idempotent?: true; raw?: undefined; body?: undefined; versioned?: undefined }

/** The file comes in the part `file` and may have so many bytes; `fields` checks all other parts, which are text. */
export type UploadOptions = {
  maxBytes: number
  fields: Schema
  /** Too large for memory: handlers get an open file, which is gone once they have answered. */
  onDisk?: true
}

/** The part of an upload that is the file. */
export const UPLOAD_FILE_PART = 'file'

/** All bytes at once for what is kept and checked untouched, a stream for what is large. */
export type RawBodyOptions = { as: 'bytes' | 'stream'; types: readonly string[]; maxBytes: number }

type InputPart<Name extends 'params' | 'query' | 'body', E> = E extends { [K in Name]: infer S extends Schema }
  ? { [K in Name]: z.output<S> }
  : unknown

/** What a handler is given: the declared parts and nothing else. */
export type HandlerInput<E extends Endpoint> = InputPart<'params', E> &
  InputPart<'query', E> &
  InputPart<'body', E> &
  UploadFields<E>

type UploadFields<E> = E extends { upload: { fields: infer S extends Schema } } ? { body: z.output<S> } : unknown

/** A browser's `File` is one, and so is what a form without script brings. */
type UploadFile<E> = E extends { upload: object } ? { file: Blob } : unknown

/** What a caller hands over: the same, but a query of which nothing has to be said may be left out. */
type CallInput<E extends Endpoint> = InputPart<'params', E> & QueryInput<E> & InputPart<'body', E> & UploadFields<E>

type QueryInput<E> = E extends { query: infer S extends Schema }
  ? Record<never, never> extends z.output<S>
    ? { query?: z.output<S> }
    : { query: z.output<S> }
  : unknown

/** Tells one submission from the next, where what it makes must not be made twice; undefined where nobody can tell. */
type IdempotencyInput<E> = E extends { idempotent: true } ? { key: string | undefined } : unknown

/** The header that carries it over HTTP (the draft "The Idempotency-Key HTTP Header Field"). */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'

/** What a caller gets: of a paged list the records with the total beside them. */
export type EndpointReply<E extends Endpoint> = E extends { paged: true; reply: infer S extends z.ZodMiniArray }
  ? ListPage<z.output<S>[number]>
  : z.output<E['reply']>

/** The one way to reach data: in-process on the server, `fetch` in the browser. */
export type ApiCall = <E extends Endpoint & { raw?: undefined }>(
  endpoint: E,
  input: CallInput<E> & UploadFile<E> & IdempotencyInput<E>,
) => Promise<EndpointReply<E>>

/** Whether a file is answered as text; any other as bytes. */
export function isTextFile({ type }: { type: string }): boolean {
  return type.startsWith('text/')
}

/** Declares a call; one without an access rule does not compile. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}
