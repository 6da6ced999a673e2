import type * as z from 'zod/mini'
import type { ListPage } from './paging.ts'

/** Who may make a call or see a page. The handler's query limits customers to their own records. */
export type Access = 'anyone' | 'signedIn' | 'admin'

/** How long a log-in counts as recent, in ms. */
export const RECENT_SIGN_IN_MS = 15 * 60 * 1000

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

// biome-ignore lint/suspicious/noExplicitAny: the shape of a schema is known only where it is declared
type Schema = z.ZodMiniType<any, any>

/**
 * One HTTP call. The server's route, the OpenAPI entry, the typed client, the access matrix and the contract test all
 * read this value. Paths are below `/api` and keep their spelling (P-3).
 */
export type Endpoint = EndpointBase & (JsonEndpoint | RawBodyEndpoint | UploadEndpoint)

type EndpointBase = {
  method: HttpMethod
  path: `/${string}`
  access: Access
  summary: string
  params?: Schema
  query?: Schema
  reply: Schema
  /**
   * Handlers return one page of a list, newest first unless it is `oldestFirst`. The total travels in the header
   * `x-total-count` (`paging.ts`).
   */
  paged?: true | 'oldestFirst'
  /** The reply is a file instead of JSON. `isFramed`: pages show it in a frame, without scripts. Others are downloads. */
  file?: { type: string; name: string; isFramed?: true }
  limit?: string
  /** Also requires that the caller logged in or confirmed the password within `RECENT_SIGN_IN_MS`. */
  recent?: true
  /** The status of success. With 302, the reply's `location` is the redirect target. */
  status: 200 | 201 | 302
}

type JsonEndpoint = {
  body?: Schema
  /** Creates something. A repeat with the same `Idempotency-Key` within a day creates nothing (decision 30). */
  idempotent?: true
  /**
   * The body may name the version that it is based on (`_version`, and `_draft` of a staged change), and what the sender
   * opened (`_opened`).
   */
  versioned?: true
  raw?: undefined
  upload?: undefined
}

/** The handler receives the body's bytes unchanged. Only callable over HTTP. */
type RawBodyEndpoint = {
  raw: RawBodyOptions
  /** Another company's program sends it, with any Origin or Referer. The handler must not use the caller's session. */
  acceptsAnyOrigin?: true
  body?: undefined
  idempotent?: undefined
  versioned?: undefined
  upload?: undefined
}

/** A file with form fields (`multipart/form-data`, RFC 7578). Handlers find the fields in `body`. */
type UploadEndpoint = { upload: UploadOptions; idempotent?: true; raw?: undefined; body?: undefined; versioned?: undefined }

/** The file is the part `file`, with at most `maxBytes` bytes. `fields` checks all other parts, which are text. */
export type UploadOptions = {
  maxBytes: number
  fields: Schema
  /** Stores a large upload on disk. Handlers get an open file, which is deleted after the reply. */
  onDisk?: true
}

export const UPLOAD_FILE_PART = 'file'

/** The error of an upload without a file. */
export const NO_FILE_MESSAGE = 'Please choose a file.'

/** The error of a form with too many files. */
export function buildTooManyFilesMessage(maxFiles: number): string {
  return `You can send at most ${maxFiles} files at a time.`
}

/** `bytes` for a body that is verified byte by byte, `stream` for a large one. */
export type RawBodyOptions = { as: 'bytes' | 'stream'; types: readonly string[]; maxBytes: number }

type InputPart<Name extends 'params' | 'query' | 'body', E> = E extends { [K in Name]: infer S extends Schema }
  ? { [K in Name]: z.output<S> }
  : unknown

/** What a handler receives: the declared parts only. */
export type HandlerInput<E extends Endpoint> = InputPart<'params', E> &
  InputPart<'query', E> &
  InputPart<'body', E> &
  UploadFields<E>

type UploadFields<E> = E extends { upload: { fields: infer S extends Schema } } ? { body: z.output<S> } : unknown

/** A browser's `File`, or the file of a form posted without script. */
type UploadFile<E> = E extends { upload: object } ? { file: Blob } : unknown

/** What a caller passes. A query without required parameters may be left out. */
type CallInput<E extends Endpoint> = InputPart<'params', E> &
  QueryInput<E> &
  InputPart<'body', E> &
  VersionInput<E> &
  UploadFields<E>

type VersionInput<E> = E extends { versioned: true } ? { body: { _version?: number } } : unknown

type QueryInput<E> = E extends { query: infer S extends Schema }
  ? Record<never, never> extends z.output<S>
    ? { query?: z.output<S> }
    : { query: z.output<S> }
  : unknown

/** The idempotency key of a submission. Undefined if the caller has none. */
type IdempotencyInput<E> = E extends { idempotent: true } ? { key: string | undefined } : unknown

/** The header that names the account for which the calling page was rendered. Another account's session may not write. */
export const ACCOUNT_HEADER = 'rankstead-account'

/** The header that carries the key over HTTP (draft "The Idempotency-Key HTTP Header Field"). */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'

/** What a caller receives: for a paged list, the records with the total. */
export type EndpointResult<E extends Endpoint> = E extends { paged: true | 'oldestFirst'; reply: infer S extends z.ZodMiniArray }
  ? ListPage<z.output<S>[number]>
  : z.output<E['reply']>

/** The only way to reach data: in-process on the server, `fetch` in the browser. */
export type ApiCallFunction = <E extends Endpoint & { raw?: undefined }>(
  endpoint: E,
  input: CallInput<E> & UploadFile<E> & IdempotencyInput<E>,
) => Promise<EndpointResult<E>>

export function hasTextMediaType({ type }: { type: string }): boolean {
  return type.startsWith('text/')
}

type EndpointOptions = Omit<EndpointBase, 'method' | 'path' | 'access' | 'status'> & { status?: 201 | 302 } & (
    | JsonEndpoint
    | RawBodyEndpoint
    | UploadEndpoint
  )

/** Declares a call, such as `GET /orders`. The status of success is 200 unless the options name another. */
export function defineEndpoint<const A extends Access, const E extends EndpointOptions>(
  call: `${HttpMethod} /${string}`,
  access: A,
  options: E,
): E & Pick<EndpointBase, 'method' | 'path' | 'status'> & { access: A } {
  const [method, path] = call.split(' ') as [HttpMethod, `/${string}`]
  const status: EndpointBase['status'] = options.status ?? 200
  // Adds to the same object, because a copy would run the getters that build schemas when first read.
  return Object.assign(options, { method, path, access, status })
}

/** Returns the method and the path without parameter names. */
export function buildEndpointKey({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`
}
