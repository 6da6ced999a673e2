import * as z from 'zod/mini'
import { createEventLoopYield } from '#platform/event-loop-yield.ts'
import { createImportError, DAMAGED_FILE_MESSAGE, exportedRecordSchema } from './export-format.ts'

export type ExportedRecord = z.output<typeof exportedRecordSchema>

/** The file with a 0 in place of each record. */
const skeletonSchema = z.record(z.string(), z.array(z.literal(0)))

/** How many bytes are scanned before other requests may run. */
const CHUNK_BYTES = 256 * 1024

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [...'"\\{}[]'].map((sign) => sign.charCodeAt(0))

/** The nesting depth of a record: inside the object of all kinds, inside the list of its kind. */
const RECORD_DEPTH = 2

/**
 * Parses the records one by one, so that megabytes of JSON don't block other requests. Throws a 400 unless the file is
 * UTF-8 JSON in the shape of an export.
 */
export async function parseExportedRecords(bytes: Buffer): Promise<Record<string, ExportedRecord[]>> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parse = (from: number, to: number): unknown => JSON.parse(decoder.decode(bytes.subarray(from, to)))
  const yieldToEventLoop = createEventLoopYield()
  try {
    const ranges = await findRecordRanges(bytes)
    const records: ExportedRecord[] = []
    const skeleton: string[] = []
    let end = 0
    for (const [from, to] of ranges) {
      await yieldToEventLoop()
      records.push(exportedRecordSchema.parse(parse(from, to)))
      skeleton.push(decoder.decode(bytes.subarray(end, from)))
      end = to
    }
    skeleton.push(decoder.decode(bytes.subarray(end)))
    const kinds = skeletonSchema.parse(JSON.parse(skeleton.join('0')))
    const content: Record<string, ExportedRecord[]> = {}
    let nextIndex = 0
    for (const [kind, { length }] of Object.entries(kinds)) {
      content[kind] = records.slice(nextIndex, nextIndex + length)
      nextIndex += length
    }
    // The file has numbers in a list, or two lists of one kind.
    if (nextIndex !== records.length) throw createImportError([DAMAGED_FILE_MESSAGE])
    return content
  } catch {
    throw createImportError([DAMAGED_FILE_MESSAGE])
  }
}

/** Returns the byte range of each record. Invalid JSON gives arbitrary ranges, which then fail to parse. */
async function findRecordRanges(bytes: Buffer): Promise<[from: number, to: number][]> {
  const yieldToEventLoop = createEventLoopYield()
  const ranges: [number, number][] = []
  let depth = 0
  let from = 0
  let isInString = false
  for (let at = 0; at < bytes.length; at++) {
    if (at % CHUNK_BYTES === 0) await yieldToEventLoop()
    const byte = bytes[at]
    if (isInString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === OPEN || byte === OPEN_LIST) {
      if (byte === OPEN && depth === RECORD_DEPTH) from = at
      depth++
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth--
      if (byte === CLOSE && depth === RECORD_DEPTH) ranges.push([from, at + 1])
    }
  }
  return ranges
}
