import { createHash } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { buildTooManyFilesMessage, NO_FILE_MESSAGE, UPLOAD_FILE_PART, type UploadOptions } from '#contract/core/endpoint.ts'
import type { FileFormReading, FileOfForm } from '#contract/core/page-rendering-interface.ts'
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
  if (isFileOfForm(raw.file)) return { body: raw.body, file: await receiveFilePart(upload, raw.file) }
  const rawBody = getRawBytesOrLimitedStream(buildUploadRawBodyOptions(upload), raw.body)
  if (!('stream' in rawBody) || !raw.body) throw createUploadFileError(NO_FILE_MESSAGE)
  return parseMultipart(upload, headers.get('content-type') ?? '', rawBody.stream)
}

/** Returns whether a page passes on a file of its form. Only calls of our own pages have such a file. */
export function isFileOfForm(file: unknown): file is FileOfForm {
  return file !== undefined && !(file instanceof Blob)
}

/** Replaces the file with its hash, so that two inputs can be compared. */
export function replaceInputFileWithHash(input: object): object {
  return 'file' in input ? { ...input, file: (input.file as AnyUploadedFile).sha256 } : input
}

async function parseMultipart(
  upload: UploadOptions,
  type: string,
  stream: Readable,
): Promise<{ body: unknown; file: AnyUploadedFile }> {
  const textFields = new Map<string, string>()
  const files: AnyUploadedFile[] = []
  try {
    await readMultipart(stream, type, upload, {
      maxFiles: 1,
      onField: (name, value) => textFields.set(name, value),
      onFile: async ({ name, chunks }) => files.push(await receiveFile(upload, name, chunks)),
    })
    const [file] = files
    if (!file || getFileSize(file) === 0) throw createUploadFileError(NO_FILE_MESSAGE)
    return { body: Object.fromEntries(textFields), file }
  } catch (error) {
    for (const file of files) if ('handle' in file) await file.handle.close()
    throw error
  }
}

/** Reads a page's form with files. Throws a 400 or a 413. */
export function readFileForm(upload: UploadOptions, body: unknown, headers: Headers, form: FileFormReading): Promise<void> {
  const rawBody = buildUploadRawBodyOptions({ ...upload, maxBytes: upload.maxBytes * form.maxFiles })
  const limited = getRawBytesOrLimitedStream(rawBody, body) as { stream: Readable }
  return readMultipart(limited.stream, headers.get('content-type') ?? '', upload, form)
}

/** Hands over each text, and one file after another. Throws a 400, and what `onFile` throws. */
async function readMultipart(
  stream: Readable,
  type: string,
  upload: UploadOptions,
  { maxFiles, onField, onFile }: FileFormReading,
): Promise<void> {
  const names = new Set<string>()
  const parts: BusboyFileStream[] = []
  let received: Promise<unknown> = Promise.resolve()
  let problem: UserError | undefined
  const rejectForm = () => {
    problem ??= new UserError(400, UNREADABLE_FORM)
  }
  try {
    const parser = createMultipartParser(type, upload.maxBytes + 1, maxFiles)
    parser.on('file', (_field, part, name = '') => {
      // A part may break off before anything reads it. Its reader gets the error then, and without this the process would end.
      part.on('error', () => {})
      parts.push(part)
      // A part that its reader refused unread must not hold up the rest of the form.
      received = received.then(() => onFile({ name, chunks: part })).finally(() => part.resume())
      received.catch(() => {})
    })
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      // Two fields with one name are ambiguous.
      if (isNameCut || isValueCut || names.has(name)) rejectForm()
      names.add(name)
      onField(name, value)
    })
    if (maxFiles > 1)
      parser.on('filesLimit', () => {
        problem ??= createUploadFileError(buildTooManyFilesMessage(maxFiles))
      })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, rejectForm)
    await pipeline(stream, parser)
  } catch (error) {
    problem = isUserError(error) ? error : new UserError(400, UNREADABLE_FORM)
    // Otherwise the code below would wait forever for an unfinished part.
    for (const part of parts) part.destroy(problem)
  }
  await received.catch((error: unknown) => {
    throw problem ?? error
  })
  if (problem) throw problem
}

/** The fields of a form before its first file. `isWhole`: it has no file. `body` is the form from its first byte. */
export type BeginningOfForm = { fields: [name: string, value: string][]; isWhole: boolean; body: Readable }

/**
 * Reads the text fields that a form sends before its first file, at most `MAX_FIELD_BYTES` in all. An empty file is none,
 * because browsers send one if no file is chosen. An unreadable form isn't whole.
 */
export async function readFieldsBeforeFile(form: Readable, type: string): Promise<BeginningOfForm> {
  const fields: BeginningOfForm['fields'] = []
  const chunks: Buffer[] = []
  let isFileReached = false
  let isWhole = false
  async function* readUntilFile() {
    let bytes = 0
    for await (const chunk of form.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk)
      if (isFileReached) return
      yield chunk.subarray(0, MAX_FIELD_BYTES - bytes)
      bytes += chunk.length
      if (bytes >= MAX_FIELD_BYTES) return
    }
  }
  async function* readFromStart() {
    yield* chunks
    yield* form.iterator({ destroyOnReturn: false })
  }
  try {
    const parser = createMultipartParser(type, 1)
    parser.on('field', (name, value) => fields.push([name, value]))
    // Browsers send only one empty part if no file is chosen.
    parser.on('filesLimit', () => {
      isFileReached = true
    })
    parser.on('file', (_name, part) => {
      part
        .on('error', () => {})
        .on('data', () => {
          isFileReached = true
        })
    })
    await pipeline(readUntilFile, parser)
    isWhole = !isFileReached
  } catch {
    // The form breaks off inside the file, or is unreadable.
  }
  // The sender may leave when nothing reads the form anymore.
  return { fields, isWhole, body: Readable.from(readFromStart()).on('error', () => {}) }
}

function createMultipartParser(type: string, maxFileBytes: number, maxFiles = 1) {
  return new Busboy({
    headers: { 'content-type': type },
    isPartAFile: (name) => name === UPLOAD_FILE_PART,
    limits: {
      fileSize: maxFileBytes,
      files: maxFiles,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + maxFiles,
      headerPairs: 16,
    },
  })
}

function getFileSize(file: AnyUploadedFile): number {
  return 'bytes' in file ? file.bytes.length : file.size
}

type FileChunks = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>

async function receiveFilePart(upload: UploadOptions, { name, chunks }: FileOfForm): Promise<AnyUploadedFile> {
  const file = await receiveFile(upload, name, chunks)
  if (getFileSize(file) > 0) return file
  if ('handle' in file) await file.handle.close()
  throw createUploadFileError(NO_FILE_MESSAGE)
}

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
