import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import {
  ARCHIVE_FORMAT,
  ARCHIVE_FORMAT_VERSION,
  type ArchiveHeader,
  createChecksum,
  type EndLine,
  type FileLine,
  type TableChecksum,
  type TableLine,
} from './archive-format.ts'

/** What a backup says, in its order. The lines of rows are those of the table before them. */
export type ArchiveEntry =
  | { header: ArchiveHeader }
  | { table: TableLine }
  | { rows: string[] }
  | { sum: TableChecksum }
  | { file: FileLine }

/** Longer than a picture of the greatest size as text, in bytes: a line beyond it is no line of ours. */
const MAX_LINE_BYTES = 256 * 1024 * 1024
/** How many rows are handed on at a time, and how many characters of them. */
const BATCH_ROWS = 200
const BATCH_CHARACTERS = 1024 * 1024
const LINE_BREAK = 10

/**
 * Reads a backup, a part at a time. Throws a sentence for what is no backup, is cut short, was altered, or was made by
 * a version of Rankstead that knows more than this one.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const found = { header: false, end: false }
  try {
    for await (const entry of parseEntries(path)) {
      if ('header' in entry) found.header = true
      if ('end' in entry) found.end = true
      else yield entry
    }
  } catch (error) {
    throw toArchiveError(error, path, found.header)
  }
  if (!found.end) throw damagedArchiveError(path)
}

class UnreadableArchiveError extends Error {}

async function* parseEntries(path: string): AsyncGenerator<ArchiveEntry | { end: true }> {
  const digest = createHash('sha256')
  let checksum: ReturnType<typeof createChecksum> | undefined
  let rows: string[] = []
  let characters = 0
  let isFirst = true
  let hasEnded = false
  for await (const line of readLines(path)) {
    if (hasEnded) throw new UnreadableArchiveError('Something stands behind the end.')
    if (line.startsWith('[')) {
      if (!checksum) throw new UnreadableArchiveError('A row stands outside of a table.')
      checksum.add(line)
      rows.push(line)
      characters += line.length
      if (rows.length >= BATCH_ROWS || characters > BATCH_CHARACTERS) {
        yield { rows }
        rows = []
        characters = 0
      }
    } else {
      if (rows.length > 0) yield { rows }
      rows = []
      characters = 0
      const parsedLine = JSON.parse(line) as ArchiveHeader | TableLine | TableChecksum | FileLine | EndLine
      if ('format' in parsedLine && isFirst) yield { header: validateHeader(parsedLine, path) }
      else if (isFirst) throw new UnreadableArchiveError('It has no header.')
      else if ('table' in parsedLine && !checksum) {
        checksum = createChecksum()
        yield { table: parsedLine }
      } else if ('sum' in parsedLine && checksum) {
        const { rows: count, sum } = checksum.result()
        if (parsedLine.rows !== count || parsedLine.sum !== sum)
          throw new UnreadableArchiveError('The rows of a table are not those that were written.')
        checksum = undefined
        yield { sum: parsedLine }
      } else if ('file' in parsedLine && !checksum) yield { file: parsedLine }
      else if ('end' in parsedLine && !checksum) {
        if (digest.digest('hex') !== parsedLine.end)
          throw new UnreadableArchiveError('Its lines are not those that were written.')
        hasEnded = true
        yield { end: true }
      } else throw new UnreadableArchiveError('A line is out of place.')
    }
    if (!hasEnded) digest.update(line).update('\n')
    isFirst = false
  }
}

/** Line by line, without ever holding more than one and a piece of the next. */
async function* readLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path)
  const unzipped = createGunzip()
  source.on('error', (error) => unzipped.destroy(error))
  let pieces: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of source.pipe(unzipped) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
        yield Buffer.concat([...pieces, chunk.subarray(from, at)]).toString()
        pieces = []
        length = 0
        from = at + 1
      }
      length += chunk.length - from
      if (length > MAX_LINE_BYTES) throw new UnreadableArchiveError('A line is longer than any of ours.')
      pieces.push(chunk.subarray(from))
    }
  } finally {
    source.destroy()
  }
  if (length > 0) throw new UnreadableArchiveError('It ends within a line.')
}

class NewerFormatError extends Error {}

function validateHeader(header: ArchiveHeader, path: string): ArchiveHeader {
  if (header.format !== ARCHIVE_FORMAT) throw new UnreadableArchiveError('It is of another format.')
  if (header.version > ARCHIVE_FORMAT_VERSION) {
    throw new NewerFormatError(`${path} was made by a newer version of Rankstead: use that version, or a newer one, to read it.`)
  }
  if (!Array.isArray(header.steps)) throw new UnreadableArchiveError('Its header is incomplete.')
  return header
}

/** A fault of the disk or of the file's place stays what it is; everything else is the file's. */
function toArchiveError(error: unknown, path: string, hasHeader: boolean): unknown {
  const { code } = error as NodeJS.ErrnoException
  const isOurs = error instanceof UnreadableArchiveError || error instanceof SyntaxError || code?.startsWith('Z_')
  if (code === 'ENOENT') return new Error(`There is no file ${path}.`)
  if (code === 'EACCES') return new Error(`${path} may not be read by this user.`)
  if (code === 'EISDIR') return new Error(`${path} is a folder, not a backup.`)
  if (!isOurs) return error
  // What unpacks until it ends too soon was packed by somebody, whose header we may not have come to.
  return hasHeader || code === 'Z_BUF_ERROR' ? damagedArchiveError(path) : new Error(`${path} is not a backup of Rankstead.`)
}

function damagedArchiveError(path: string): Error {
  return new Error(`${path} is damaged: it was cut short or altered after it was made. Use another backup.`)
}
