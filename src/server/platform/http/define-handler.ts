import type { Readable } from 'node:stream'
import type { Access, Endpoint, EndpointResult, HandlerInput, UploadOptions } from '#contract/core/endpoint.ts'
import type { IdempotencyKey } from '../db/idempotency.ts'
import type { UploadedFile, UploadedFileOnDisk } from './read-upload.ts'
import type { RequestSession, SignedInUser } from './request-session-types.ts'
import type { ExpectedVersion, UncheckedRequestInput } from './validate-input.ts'

/** Who makes a call, over HTTP or in-process from a page. */
export type Caller = {
  session: RequestSession
  /** The request's headers, including cookies. */
  headers: Headers
  /** Headers for the reply, mostly cookies. */
  replyHeaders: Headers
}

/** The content of a file. Large files come as chunks, so that memory never holds all of one. */
export type FileReplyBody = string | AsyncIterable<string | Uint8Array> | Uint8Array

/**
 * A handler's file reply. A named file replaces the declared name, and may replace the type. `size` is in bytes, if it is known.
 */
export type FileReply = FileReplyBody | FileDownload
export type FileDownload = { name: string; content: FileReplyBody; type?: string; size?: number }

/** The caller after the access check. A call that isn't for anyone has a person. */
export type AuthorizedCaller<A extends Access> = A extends 'anyone' ? Caller : Caller & { person: SignedInUser }

/** The key that a handler passes to `write`, if the endpoint is idempotent. */
type IdempotencyInput<E> = E extends { idempotent: true } ? { idempotency: IdempotencyKey | undefined } : unknown

/** The version that the client last read of the record. */
type ExpectedVersionInput<E> = E extends { versioned: true } ? { expectedVersion: ExpectedVersion } : unknown

type RawBodyInput<E> = E extends { raw: { as: infer As } }
  ? As extends 'bytes'
    ? { bytes: Buffer }
    : { stream: Readable }
  : unknown

type UploadInput<E> = E extends { upload: { onDisk: true } }
  ? { file: UploadedFileOnDisk }
  : E extends { upload: object }
    ? { file: UploadedFile }
    : unknown

type HandlerFunction<E extends Endpoint> = (
  input: HandlerInput<E> & RawBodyInput<E> & UploadInput<E> & ExpectedVersionInput<E>,
  caller: AuthorizedCaller<E['access']> & IdempotencyInput<E>,
) => Promise<E extends { file: object } ? FileReply : EndpointResult<E>>

/**
 * Takes a place and checks the disk. The returned function gives the place back. A file of a form uses the form's place.
 * Throws a 429 or a 503.
 */
export type AdmitUpload = (upload: UploadOptions, caller: Caller, isFileOfForm: boolean) => Promise<() => void>

export type EndpointHandler = {
  endpoint: Endpoint
  handle: AnyHandlerFunction
  /** Set if the handler caches its parsed reply. The reply must be frozen. */
  isReplyParsed?: boolean
  /** Runs before the server reads an upload, so that it reads none that it must refuse. `params` are checked. */
  beforeUpload?: (params: never, person: SignedInUser) => Promise<unknown>
  /** Runs after `beforeUpload`. The server then reads the upload. */
  admitUpload?: AdmitUpload
  /** Runs after each call, with the thrown error if there is one. */
  onFinished?: (raw: UncheckedRequestInput, caller: Caller, error?: unknown) => void
}

/** A handler whose endpoint is only known at run time. */
type AnyHandlerFunction = (
  input: unknown,
  caller: Caller & { person?: SignedInUser; idempotency?: IdempotencyKey },
) => Promise<unknown>

export function defineHandler<E extends Endpoint>(endpoint: E, handle: HandlerFunction<E>): EndpointHandler {
  return { endpoint, handle: handle as AnyHandlerFunction }
}
