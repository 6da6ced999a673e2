import { createHash } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { NO_FILE_MESSAGE, UPLOAD_FILE_PART, type UploadOptions } from '#contract/core/endpoint.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import { isDiskFullError } from '../db/database-errors.ts'
import { createFileTooLargeError, getRawBytesOrLimitedStream } from './raw-request-body.ts'
import type { UncheckedRequestInput } from './validate-input.ts'

const MULTIPART_TYPE = 'multipart/form-data'

/** How many bytes and fields an upload may hold besides its file. Each field has the same byte limit. */
const MAX_FIELD_BYTES = 64 * 1024
const MAX_FIELDS = 16

/** An uploaded file in memory, with its hash in hexadecimal. `name` is what the sender calls it. */
export type UploadedFile = { name: string; bytes: Buffer; sha256: string }

/** An uploaded file that is too large for memory. */
export type UploadedFileOnDisk = { name: string; handle: FileHandle; size: number; sha256: string }

type AnyUploadedFile = UploadedFile | UploadedFileOnDisk

const UNREADABLE_FORM = 'We couldn’t read the form. Please send it again.'

/** Declares an upload as a body that streams. */
export function buildUploadRawBodyOptions({ maxBytes }: UploadOptions) {
  return { as: 'stream', types: [MULTIPART_TYPE], maxBytes: maxBytes + MAX_FIELD_BYTES, field: UPLOAD_FILE_PART } as const
}

/**
 * Reads an upload, from HTTP or in-process, into `body` fields and one file. The caller must `close` it.
 * Runs after the access check. Throws a 400 or a 413.
 */
export async function readUpload(
  upload: UploadOptions,
  raw: UncheckedRequestInput,
  headers: Headers,
): Promise<UncheckedRequestInput & { close: () => unknown }> {
  const parts = await readParts(upload, raw, headers)
  return { ...raw, ...parts, close: () => 'handle' in parts.file && parts.file.handle.close() }
}

async function readParts(
  upload: UploadOptions,
  raw: UncheckedRequestInput,
  headers: Headers,
): Promise<{ body: unknown; file: AnyUploadedFile }> {
  if (raw.file instanceof Blob) {
    const name = raw.file instanceof File ? raw.file.name : ''
    return { body: raw.body, file: await receiveFile(upload, name, raw.file.stream()) }
  }
  const rawBody = getRawBytesOrLimitedStream(buildUploadRawBodyOptions(upload), raw.body)
  if (!('stream' in rawBody) || !raw.body) throw createUploadFileError(NO_FILE_MESSAGE)
  return parseMultipart(upload, headers.get('content-type') ?? '', rawBody.stream, raw.onField)
}

/** Replaces the file with its hash, so that two inputs can be compared. */
export function replaceInputFileWithHash(input: object): object {
  return 'file' in input ? { ...input, file: (input.file as AnyUploadedFile).sha256 } : input
}

async function parseMultipart(
  upload: UploadOptions,
  type: string,
  stream: Readable,
  onField?: UncheckedRequestInput['onField'],
): Promise<{ body: unknown; file: AnyUploadedFile }> {
  const textFields = new Map<string, string>()
  const files: Promise<AnyUploadedFile>[] = []
  const parts: BusboyFileStream[] = []
  let problem: UserError | undefined
  const rejectForm = () => {
    problem ??= new UserError(400, UNREADABLE_FORM)
  }
  try {
    const parser = createMultipartParser(type, upload.maxBytes + 1)
    parser.on('file', (_field, part, name = '') => {
      // A part may break off before anything reads it. Its reader gets the error then, and without this the process would end.
      part.on('error', () => {})
      const received = receiveFile(upload, name, part)
      received.catch(() => {})
      files.push(received)
      parts.push(part)
    })
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      // Two fields with one name are ambiguous.
      if (isNameCut || isValueCut || textFields.has(name)) rejectForm()
      textFields.set(name, value)
      onField?.(name, value)
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, rejectForm)
    await pipeline(stream, parser)
  } catch (error) {
    problem = isUserError(error) ? error : new UserError(400, UNREADABLE_FORM)
    // Otherwise the code below would wait forever for an unfinished part.
    for (const part of parts) part.destroy(problem)
  }
  const [file] = await Promise.all(files).catch((error: unknown) => {
    throw problem ?? error
  })
  if (!problem && file && getFileSize(file) > 0) return { body: onField ? {} : Object.fromEntries(textFields), file }
  if (file && 'handle' in file) await file.handle.close()
  throw problem ?? createUploadFileError(NO_FILE_MESSAGE)
}

/**
 * Reads the text fields that a form sends before its file, at most `MAX_FIELD_BYTES` in all. The file isn't read. An unreadable
 * form has no fields.
 */
export async function readFieldsBeforeFile(body: IncomingMessage): Promise<[name: string, value: string][]> {
  const fields: [string, string][] = []
  let isFileReached = false
  async function* readUntilFile() {
    let bytes = 0
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (isFileReached || bytes > MAX_FIELD_BYTES) return
      yield chunk
    }
  }
  try {
    const parser = createMultipartParser(body.headers['content-type'] ?? '', 1)
    parser.on('field', (name, value) => fields.push([name, value]))
    parser.on('file', (_name, part) => {
      isFileReached = true
      part.on('error', () => {}).resume()
    })
    await pipeline(readUntilFile, parser)
  } catch {
    // The form breaks off inside the file, which isn't read.
  }
  return fields
}

function createMultipartParser(type: string, maxFileBytes: number) {
  return new Busboy({
    headers: { 'content-type': type },
    isPartAFile: (name) => name === UPLOAD_FILE_PART,
    limits: {
      fileSize: maxFileBytes,
      files: 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + 1,
      headerPairs: 16,
    },
  })
}

function getFileSize(file: AnyUploadedFile): number {
  return 'bytes' in file ? file.bytes.length : file.size
}

type FileChunks = BusboyFileStream | ReadableStream<Uint8Array>

async function receiveFile(upload: UploadOptions, name: string, chunks: FileChunks): Promise<AnyUploadedFile> {
  if (upload.onDisk) return { name, ...(await receiveFileOnDisk(upload, chunks)) }
  const receivedChunks: Uint8Array[] = []
  const { sha256 } = await consumeChunks(upload, chunks, (chunk) => receivedChunks.push(chunk))
  return { name, bytes: Buffer.concat(receivedChunks), sha256 }
}

async function receiveFileOnDisk(upload: UploadOptions, chunks: FileChunks): Promise<Omit<UploadedFileOnDisk, 'name'>> {
  const path = join(tmpdir(), `rankstead-${crypto.randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  try {
    // An unlinked file disappears when its handle closes.
    await unlink(path)
    return { handle, ...(await consumeChunks(upload, chunks, (chunk) => handle.appendFile(chunk))) }
  } catch (error) {
    await handle.close()
    throw isDiskFullError(error) ? createNoSpaceError() : error
  }
}

/** Passes chunks on until `maxBytes`. Reads the rest and then throws a 413. */
async function consumeChunks({ maxBytes }: UploadOptions, chunks: FileChunks, handleChunk: (chunk: Uint8Array) => unknown) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) continue
    hash.update(chunk)
    await handleChunk(chunk)
  }
  if (size > maxBytes) throw createFileTooLargeError(UPLOAD_FILE_PART, { maxBytes })
  return { size, sha256: hash.digest('hex') }
}

/** Creates a 503 that tells an admin where to free space. */
export function createNoSpaceError(person?: { isAdmin: boolean }): UserError {
  const remedy = person?.isAdmin
    ? 'Delete the files of former customers on their pages, or give the site more space.'
    : 'You can still send text without a file.'
  return new UserError(503, `The site has no space for more files right now. ${remedy}`, UPLOAD_FILE_PART)
}

/** Creates a 400 with the sentence at the file field. */
export function createUploadFileError(sentence: string): UserError {
  return new UserError(400, sentence, UPLOAD_FILE_PART)
}
