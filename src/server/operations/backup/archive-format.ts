import { hash } from 'node:crypto'

/**
 * A backup is gzip (RFC 1952) around lines of JSON, the same for both databases (docs/decisions/0050): a header, each table
 * as its columns, its rows and their sum, files, and an end with the SHA-256 of every line before it.
 */
export const ARCHIVE_FORMAT = 'rankstead-backup'
export const ARCHIVE_FORMAT_VERSION = 1

export type ArchiveHeader = {
  format: typeof ARCHIVE_FORMAT
  version: number
  /** ISO 8601. */
  madeAt: string
  /** Where the rows come from; they fit either. */
  database: 'SQLite' | 'PostgreSQL'
  /** The migrations that made the tables. */
  steps: string[]
}

export type TableLine = { table: string; columns: string[] }
/** A file of the data folder by its path in it; `bytes` in Base64. */
export type FileLine = { file: string; bytes: string }
export type EndLine = { end: string }

/** What a cell holds. Times and booleans are what SQLite keeps for them: ISO 8601 text, 0 and 1. */
export type CellValue = null | string | number | bigint | Uint8Array

/** How many rows a table has, and what they add up to. */
export type TableChecksum = { rows: number; sum: string }

/** What a backup holds. */
export type BackupContents = { header: ArchiveHeader; tables: Map<string, TableChecksum>; rows: number; files: number }

/** Hears how far long work has come. */
export type ReportProgress = (progress: { doing: string; rows: number }) => void

export function formatRow(values: readonly CellValue[]): string {
  return JSON.stringify(values.map(encodeValue))
}

/** Throws for what is no row of `width` values. */
export function parseRow(line: string, width: number): CellValue[] {
  const values: unknown = JSON.parse(line)
  if (!Array.isArray(values) || values.length !== width) throw new Error('This is no row of its table.')
  return values.map(decodeValue)
}

/**
 * Sums rows up to a number that does not depend on their order, so that no database has to sort: the SHA-256 of each
 * line, added up. It finds accidents; that nobody altered the file is the end line's to say.
 */
export function createChecksum() {
  let rows = 0
  let total = 0n
  return {
    add(line: string): void {
      rows += 1
      total = BigInt.asUintN(256, total + BigInt(`0x${hash('sha256', line)}`))
    },
    result: (): TableChecksum => ({ rows, sum: total.toString(16).padStart(64, '0') }),
  }
}

function encodeValue(value: CellValue): unknown {
  if (value instanceof Uint8Array)
    return { bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  if (typeof value !== 'bigint') return value
  const safeNumber = Number(value)
  return Number.isSafeInteger(safeNumber) ? safeNumber : { integer: value.toString() }
}

function decodeValue(value: unknown): CellValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'object' && 'bytes' in value) return Buffer.from(String(value.bytes), 'base64')
  if (typeof value === 'object' && 'integer' in value) return BigInt(String(value.integer))
  throw new Error('This is no value of a cell.')
}
