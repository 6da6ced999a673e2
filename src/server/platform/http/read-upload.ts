import { createHash } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { FILE_PART, type UploadBody } from '../../../contract/grammar/endpoint.ts'
import { isRefusal, Refusal } from '../../../contract/grammar/refusal.ts'
import type { RawInput } from './read-input.ts'
import { fileTooLarge, readRaw } from './request-body.ts'

const TYPE = 'multipart/form-data'

/** What an upload may hold beside its file, in bytes and in parts, and how long one of them may be. */
const MOST_WORDS = 64 * 1024
const MOST_FIELDS = 16

/** A file as it came, all of it; its hash in hexadecimal digits. */
export type ReceivedFile = { bytes: Buffer; sha256: string }

/** A file that is too large for memory. */
export type FileOnDisk = { handle: FileHandle; size: number; sha256: string }

type Received = ReceivedFile | FileOnDisk

const UNREADABLE = 'The form could not be read. Please send it again.'
const NO_FILE = 'Please choose a file.'

/** An upload as a body that is handed on as it comes. */
export function uploadBody({ maxBytes }: UploadBody) {
  return { as: 'stream', types: [TYPE], maxBytes: maxBytes + MOST_WORDS, field: FILE_PART } as const
}

/**
 * An upload with its words as `body` and its file in one piece, whether it came over HTTP or in-process; to be closed.
 * Nothing of it is read before whoever sends it was let in. Throws a 400 or a 413.
 */
export async function readUpload(
  upload: UploadBody,
  raw: RawInput,
  headers: Headers,
): Promise<RawInput & { close: () => unknown }> {
  const read = await readParts(upload, raw, headers)
  return { ...raw, ...read, close: () => 'handle' in read.file && read.file.handle.close() }
}

async function readParts(upload: UploadBody, raw: RawInput, headers: Headers): Promise<{ body: unknown; file: Received }> {
  if (raw.file instanceof Blob) return { body: raw.body, file: await receive(upload, raw.file.stream()) }
  const read = readRaw(uploadBody(upload), raw.body)
  if (!('stream' in read) || !raw.body) throw refused(NO_FILE)
  return parse(upload, headers.get('content-type') ?? '', read.stream)
}

/** The same input as what can be compared: its file is told from others by the hash. */
export function withoutBytes(input: object): object {
  return 'file' in input ? { ...input, file: (input.file as Received).sha256 } : input
}

async function parse(upload: UploadBody, type: string, stream: Readable): Promise<{ body: unknown; file: Received }> {
  const words = new Map<string, string>()
  const files: Promise<Received>[] = []
  const parts: BusboyFileStream[] = []
  let problem: Refusal | undefined
  const refuse = () => {
    problem ??= new Refusal(400, UNREADABLE)
  }
  try {
    const parser = new Busboy({
      headers: { 'content-type': type },
      isPartAFile: (name) => name === FILE_PART,
      limits: {
        fileSize: upload.maxBytes + 1,
        files: 1,
        fields: MOST_FIELDS,
        fieldSize: MOST_WORDS,
        parts: MOST_FIELDS + 1,
        headerPairs: 16,
      },
    })
    parser.on('file', (_name, part) => {
      const received = receive(upload, part)
      received.catch(() => {})
      files.push(received)
      parts.push(part)
    })
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      // Two of one name could be read as either.
      if (isNameCut || isValueCut || words.has(name)) refuse()
      words.set(name, value)
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, refuse)
    await pipeline(stream, parser)
  } catch (error) {
    problem = isRefusal(error) ? error : new Refusal(400, UNREADABLE)
    // A part whose end never comes is waited for by nobody.
    for (const part of parts) part.destroy(problem)
  }
  const [file] = await Promise.all(files).catch((error: unknown) => {
    throw problem ?? error
  })
  if (!problem && file && sizeOf(file) > 0) return { body: Object.fromEntries(words), file }
  if (file && 'handle' in file) await file.handle.close()
  throw problem ?? refused(NO_FILE)
}

function sizeOf(file: Received): number {
  return 'bytes' in file ? file.bytes.length : file.size
}

type Pieces = BusboyFileStream | ReadableStream<Uint8Array>

async function receive(upload: UploadBody, pieces: Pieces): Promise<Received> {
  if (upload.onDisk) return receiveOnDisk(upload, pieces)
  const kept: Uint8Array[] = []
  const { sha256 } = await take(upload, pieces, (piece) => kept.push(piece))
  return { bytes: Buffer.concat(kept), sha256 }
}

async function receiveOnDisk(upload: UploadBody, pieces: Pieces): Promise<FileOnDisk> {
  const path = join(tmpdir(), `rankstead-${crypto.randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  try {
    // Without a name: however this ends, the file ends with it.
    await unlink(path)
    return { handle, ...(await take(upload, pieces, (piece) => handle.appendFile(piece))) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Hands on what comes, up to the declared size. */
async function take({ maxBytes }: UploadBody, pieces: Pieces, keep: (piece: Uint8Array) => unknown) {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of pieces as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > maxBytes) continue
    hash.update(piece)
    await keep(piece)
  }
  if (size > maxBytes) throw fileTooLarge(FILE_PART, { maxBytes })
  return { size, sha256: hash.digest('hex') }
}

function refused(sentence: string): Refusal {
  return new Refusal(400, sentence, { [FILE_PART]: sentence })
}
