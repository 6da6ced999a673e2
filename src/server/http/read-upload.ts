import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { FILE_PART, type UploadBody } from '../../contract/endpoint.ts'
import { isRefusal, Refusal } from '../../contract/refusal.ts'
import type { RawInput } from './read-input.ts'
import { fileTooLarge, readRaw } from './request-body.ts'

const TYPE = 'multipart/form-data'

/** What an upload may hold beside its file, in bytes and in parts, and how long one of them may be. */
const MOST_WORDS = 64 * 1024
const MOST_FIELDS = 16

/** A file as it came, all of it; its hash in hexadecimal digits. */
export type ReceivedFile = { bytes: Buffer; sha256: string }

const UNREADABLE = 'The form could not be read. Please send it again.'
const NO_FILE = 'Please choose a file.'

/** An upload as a body that is handed on as it comes. */
export function uploadBody({ maxBytes }: UploadBody) {
  return { as: 'stream', types: [TYPE], maxBytes: maxBytes + MOST_WORDS, field: FILE_PART } as const
}

/**
 * An upload with its words as `body` and its file in one piece, whether it came over HTTP or in-process. Nothing of it
 * is read before whoever sends it was let in. Throws a 400 or a 413.
 */
export async function readUpload(upload: UploadBody, raw: RawInput, headers: Headers): Promise<RawInput> {
  if (raw.file instanceof Blob) return { ...raw, file: await receive(upload, raw.file.stream()) }
  const read = readRaw(uploadBody(upload), raw.body)
  if (!('stream' in read) || !raw.body) throw refused(NO_FILE)
  return { ...raw, ...(await parse(upload, headers.get('content-type') ?? '', read.stream)) }
}

/** The same input as what can be compared: its file is told from others by the hash. */
export function withoutBytes(input: object): object {
  return 'file' in input ? { ...input, file: (input.file as ReceivedFile).sha256 } : input
}

async function parse(upload: UploadBody, type: string, stream: Readable): Promise<Pick<RawInput, 'body' | 'file'>> {
  const words = new Map<string, string>()
  const files: Promise<ReceivedFile>[] = []
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
    })
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      // Two of one name could be read as either.
      if (isNameCut || isValueCut || words.has(name)) refuse()
      words.set(name, value)
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, refuse)
    await pipeline(stream, parser)
  } catch (error) {
    throw isRefusal(error) ? error : new Refusal(400, UNREADABLE)
  }
  if (problem) throw problem
  const [file] = await Promise.all(files)
  if (!file || file.bytes.length === 0) throw refused(NO_FILE)
  return { body: Object.fromEntries(words), file }
}

async function receive({ maxBytes }: UploadBody, pieces: BusboyFileStream | ReadableStream<Uint8Array>): Promise<ReceivedFile> {
  const kept: Uint8Array[] = []
  const hash = createHash('sha256')
  let length = 0
  for await (const piece of pieces as AsyncIterable<Uint8Array>) {
    length += piece.length
    if (length > maxBytes) continue
    hash.update(piece)
    kept.push(piece)
  }
  if (length > maxBytes) throw fileTooLarge(FILE_PART, { maxBytes })
  return { bytes: Buffer.concat(kept), sha256: hash.digest('hex') }
}

function refused(sentence: string): Refusal {
  return new Refusal(400, sentence, { [FILE_PART]: sentence })
}
