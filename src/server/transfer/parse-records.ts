import * as z from 'zod/mini'
import { createYield } from '../event-loop.ts'
import { DAMAGED, recordSchema, refusedFile } from './format.ts'

export type Filed = z.output<typeof recordSchema>

/** The file without its records, for each of which stands a 0. */
const outlineSchema = z.record(z.string(), z.array(z.literal(0)))

/** How many bytes are looked at between two turns of the event loop. */
const PIECE = 256 * 1024

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [...'"\\{}[]'].map((sign) => sign.charCodeAt(0))

/** How deep a record lies: in the object of all kinds, and in the list of its own. */
const DEPTH = 2

/**
 * Parses the records of each kind one by one, so that megabytes of JSON hold up nobody else. Throws a 400 where they are
 * no JSON in UTF-8, or not what an export holds.
 */
export async function parseRecords(bytes: Buffer): Promise<Record<string, Filed[]>> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parse = (from: number, to: number): unknown => JSON.parse(decoder.decode(bytes.subarray(from, to)))
  const yieldToEventLoop = createYield()
  try {
    const spans = await findRecords(bytes)
    const records: Filed[] = []
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
    const content: Record<string, Filed[]> = {}
    let next = 0
    for (const [kind, { length }] of Object.entries(kinds)) {
      content[kind] = records.slice(next, next + length)
      next += length
    }
    // A list with numbers in it, or two lists of one kind.
    if (next !== records.length) throw refusedFile([DAMAGED])
    return content
  } catch {
    throw refusedFile([DAMAGED])
  }
}

/** Finds where each record begins and ends; of what is no JSON it finds anything, which then can't be parsed. */
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
