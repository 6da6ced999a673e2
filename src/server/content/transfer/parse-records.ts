import * as z from 'zod/mini'
import { createYield } from '../../platform/event-loop.ts'
import { DAMAGED, recordSchema, refusedFile } from './format.ts'

export type ExportedRecord = z.output<typeof recordSchema>

/** The file with a 0 in place of each record. */
const outlineSchema = z.record(z.string(), z.array(z.literal(0)))

/** How many bytes are scanned before other requests may run. */
const PIECE = 256 * 1024

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [...'"\\{}[]'].map((sign) => sign.charCodeAt(0))

/** The nesting depth of a record: inside the object of all kinds, inside the list of its kind. */
const DEPTH = 2

/**
 * Parses the records one by one, so that megabytes of JSON don't block other requests. Throws a 400 if the file isn't JSON
 * in UTF-8 or isn't shaped like an export.
 */
export async function parseRecords(bytes: Buffer): Promise<Record<string, ExportedRecord[]>> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parse = (from: number, to: number): unknown => JSON.parse(decoder.decode(bytes.subarray(from, to)))
  const yieldToEventLoop = createYield()
  try {
    const spans = await findRecords(bytes)
    const records: ExportedRecord[] = []
    const outline: string[] = []
    let end = 0
    for (const [from, to] of spans) {
      await yieldToEventLoop()
      records.push(recordSchema.parse(parse(from, to)))
      outline.push(decoder.decode(bytes.subarray(end, from)))
      end = to
    }
    outline.push(decoder.decode(bytes.subarray(end)))
    const kinds = outlineSchema.parse(JSON.parse(outline.join('0')))
    const content: Record<string, ExportedRecord[]> = {}
    let next = 0
    for (const [kind, { length }] of Object.entries(kinds)) {
      content[kind] = records.slice(next, next + length)
      next += length
    }
    // The file has numbers in a list, or two lists of one kind.
    if (next !== records.length) throw refusedFile([DAMAGED])
    return content
  } catch {
    throw refusedFile([DAMAGED])
  }
}

/** Returns the byte range of each record. For invalid JSON the ranges are arbitrary, and parsing them fails. */
async function findRecords(bytes: Buffer): Promise<[from: number, to: number][]> {
  const yieldToEventLoop = createYield()
  const spans: [number, number][] = []
  let depth = 0
  let from = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    if (at % PIECE === 0) await yieldToEventLoop()
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN || byte === OPEN_LIST) {
      if (byte === OPEN && depth === DEPTH) from = at
      depth++
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth--
      if (byte === CLOSE && depth === DEPTH) spans.push([from, at + 1])
    }
  }
  return spans
}
