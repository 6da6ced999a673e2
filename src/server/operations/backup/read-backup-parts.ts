import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import {
  BACKUP_FORMAT,
  BACKUP_FORMAT_VERSION,
  type BackupEndLine,
  type BackupFileContentLine,
  type BackupHeader,
  type BackupTableChecksum,
  type BackupTableHeaderLine,
  createRowChecksum,
} from './backup-format.ts'

/** The parts of a backup in order. `rows` belong to the table before them. */
export type BackupPart =
  | { header: BackupHeader }
  | { table: BackupTableHeaderLine }
  | { rows: string[] }
  | { sum: BackupTableChecksum }
  | { file: BackupFileContentLine }

/** In bytes. Longer than the largest image as text, so a longer line is invalid. */
const MAX_LINE_BYTES = 256 * 1024 * 1024
/** The limits of a batch, in rows and in characters. */
const BATCH_ROWS = 200
const BATCH_CHARACTERS = 1024 * 1024
const LINE_BREAK = 10

/** Reads a backup in parts. Throws if the file is no backup, incomplete, altered or from a newer version. */
export async function* readBackupParts(path: string): AsyncGenerator<BackupPart> {
  let [hasHeader, hasEnd] = [false, false]
  try {
    for await (const entry of parseEntries(path)) {
      if ('header' in entry) hasHeader = true
      if ('end' in entry) hasEnd = true
      else yield entry
    }
  } catch (error) {
    throw toArchiveError(error, path, hasHeader)
  }
  if (!hasEnd) throw damagedArchiveError(path)
}

class UnreadableArchiveError extends Error {}

async function* parseEntries(path: string): AsyncGenerator<BackupPart | { end: true }> {
  const digest = createHash('sha256')
  let checksum: ReturnType<typeof createRowChecksum> | undefined
  let rows: string[] = []
  let characters = 0
  let isFirst = true
  let hasEnded = false
  for await (const line of readLines(path)) {
    if (hasEnded) throw new UnreadableArchiveError('There is data after the end.')
    if (line.startsWith('[')) {
      if (!checksum) throw new UnreadableArchiveError('A row is outside of a table.')
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
      const parsedLine = JSON.parse(line) as
        | BackupHeader
        | BackupTableHeaderLine
        | BackupTableChecksum
        | BackupFileContentLine
        | BackupEndLine
      if ('format' in parsedLine && isFirst) yield { header: validateHeader(parsedLine, path) }
      else if (isFirst) throw new UnreadableArchiveError('It has no header.')
      else if ('table' in parsedLine && !checksum) {
        checksum = createRowChecksum()
        yield { table: parsedLine }
      } else if ('sum' in parsedLine && checksum) {
        const { rows: count, sum } = checksum.result()
        if (parsedLine.rows !== count || parsedLine.sum !== sum)
          throw new UnreadableArchiveError('The rows of a table do not match their checksum.')
        checksum = undefined
        yield { sum: parsedLine }
      } else if ('file' in parsedLine && !checksum) yield { file: parsedLine }
      else if ('end' in parsedLine && !checksum) {
        if (digest.digest('hex') !== parsedLine.end) throw new UnreadableArchiveError('The lines do not match their checksum.')
        hasEnded = true
        yield { end: true }
      } else throw new UnreadableArchiveError('A line is out of place.')
    }
    if (!hasEnded) digest.update(line).update('\n')
    isFirst = false
  }
}

/** Reads lines. Holds at most one line and a part of the next in memory. */
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
      if (length > MAX_LINE_BYTES) throw new UnreadableArchiveError('A line is too long.')
      pieces.push(chunk.subarray(from))
    }
  } finally {
    source.destroy()
  }
  if (length > 0) throw new UnreadableArchiveError('The file ends within a line.')
}

class NewerFormatError extends Error {}

function validateHeader(header: BackupHeader, path: string): BackupHeader {
  if (header.format !== BACKUP_FORMAT) throw new UnreadableArchiveError('The file has another format.')
  if (header.version > BACKUP_FORMAT_VERSION) {
    throw new NewerFormatError(`${path} was made by a newer version of Rankstead. Use that version or a newer one to read it.`)
  }
  if (!Array.isArray(header.steps)) throw new UnreadableArchiveError('The header is incomplete.')
  return header
}

/** Passes errors of the disk and the path on unchanged. Any other error means that the file is invalid. */
function toArchiveError(error: unknown, path: string, hasHeader: boolean): unknown {
  const { code } = error as NodeJS.ErrnoException
  const isOurs = error instanceof UnreadableArchiveError || error instanceof SyntaxError || code?.startsWith('Z_')
  if (code === 'ENOENT') return new Error(`There is no file ${path}.`)
  if (code === 'EACCES') return new Error(`This user cannot read ${path}.`)
  if (code === 'EISDIR') return new Error(`${path} is a folder, not a backup.`)
  if (!isOurs) return error
  // A truncated gzip file may be one of our backups, even if it ends within the header.
  return hasHeader || code === 'Z_BUF_ERROR' ? damagedArchiveError(path) : new Error(`${path} is not a backup of Rankstead.`)
}

function damagedArchiveError(path: string): Error {
  return new Error(`${path} is damaged: it is incomplete or was altered. Use another backup.`)
}
