import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import {
  createSummer,
  type EndLine,
  type FileLine,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type Sum,
  type TableLine,
} from './archive-format.ts'

/** What a backup says, in its order. The lines of rows are those of the table before them. */
export type Entry = { header: Header } | { table: TableLine } | { rows: string[] } | { sum: Sum } | { file: FileLine }

/** Longer than a picture of the greatest size as text, in bytes: a line beyond it is no line of ours. */
const LONGEST_LINE = 256 * 1024 * 1024
/** How many rows are handed on at a time, and how many characters of them. */
const ROWS = 200
const CHARACTERS = 1024 * 1024
const LINE_BREAK = 10

/**
 * Reads a backup, a part at a time. Throws a sentence for what is no backup, is cut short, was altered, or was made by
 * a version of Rankstead that knows more than this one.
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const seen = { header: false, end: false }
  try {
    for await (const entry of entriesIn(path)) {
      if ('header' in entry) seen.header = true
      if ('end' in entry) seen.end = true
      else yield entry
    }
  } catch (error) {
    throw refusalOf(error, path, seen.header)
  }
  if (!seen.end) throw damaged(path)
}

class Unreadable extends Error {}

async function* entriesIn(path: string): AsyncGenerator<Entry | { end: true }> {
  const digest = createHash('sha256')
  let summer: ReturnType<typeof createSummer> | undefined
  let rows: string[] = []
  let characters = 0
  let isFirst = true
  let isOver = false
  for await (const line of linesOf(path)) {
    if (isOver) throw new Unreadable('Something stands behind the end.')
    if (line.startsWith('[')) {
      if (!summer) throw new Unreadable('A row stands outside of a table.')
      summer.add(line)
      rows.push(line)
      characters += line.length
      if (rows.length >= ROWS || characters > CHARACTERS) {
        yield { rows }
        rows = []
        characters = 0
      }
    } else {
      if (rows.length > 0) yield { rows }
      rows = []
      characters = 0
      const said = JSON.parse(line) as Header | TableLine | Sum | FileLine | EndLine
      if ('format' in said && isFirst) yield { header: checkedHeader(said, path) }
      else if (isFirst) throw new Unreadable('It has no header.')
      else if ('table' in said && !summer) {
        summer = createSummer()
        yield { table: said }
      } else if ('sum' in said && summer) {
        const { rows: count, sum } = summer.result()
        if (said.rows !== count || said.sum !== sum) throw new Unreadable('The rows of a table are not those that were written.')
        summer = undefined
        yield { sum: said }
      } else if ('file' in said && !summer) yield { file: said }
      else if ('end' in said && !summer) {
        if (digest.digest('hex') !== said.end) throw new Unreadable('Its lines are not those that were written.')
        isOver = true
        yield { end: true }
      } else throw new Unreadable('A line is out of place.')
    }
    if (!isOver) digest.update(line).update('\n')
    isFirst = false
  }
}

/** Line by line, without ever holding more than one and a piece of the next. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const source = createReadStream(path)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  let pieces: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of source.pipe(unpacked) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
        yield Buffer.concat([...pieces, chunk.subarray(from, at)]).toString()
        pieces = []
        length = 0
        from = at + 1
      }
      length += chunk.length - from
      if (length > LONGEST_LINE) throw new Unreadable('A line is longer than any of ours.')
      pieces.push(chunk.subarray(from))
    }
  } finally {
    source.destroy()
  }
  if (length > 0) throw new Unreadable('It ends within a line.')
}

class Newer extends Error {}

function checkedHeader(header: Header, path: string): Header {
  if (header.format !== FORMAT) throw new Unreadable('It is of another format.')
  if (header.version > FORMAT_VERSION) {
    throw new Newer(`${path} was made by a newer version of Rankstead: use that version, or a newer one, to read it.`)
  }
  if (!Array.isArray(header.steps)) throw new Unreadable('Its header is incomplete.')
  return header
}

/** A fault of the disk or of the file's place stays what it is; everything else is the file's. */
function refusalOf(error: unknown, path: string, hasHeader: boolean): unknown {
  const { code } = error as NodeJS.ErrnoException
  const isOurs = error instanceof Unreadable || error instanceof SyntaxError || code?.startsWith('Z_')
  if (code === 'ENOENT') return new Error(`There is no file ${path}.`)
  if (code === 'EACCES') return new Error(`${path} may not be read by this user.`)
  if (code === 'EISDIR') return new Error(`${path} is a folder, not a backup.`)
  if (!isOurs) return error
  // What unpacks until it ends too soon was packed by somebody, whose header we may not have come to.
  return hasHeader || code === 'Z_BUF_ERROR' ? damaged(path) : new Error(`${path} is not a backup of Rankstead.`)
}

function damaged(path: string): Error {
  return new Error(`${path} is damaged: it was cut short or altered after it was made. Use another backup.`)
}
