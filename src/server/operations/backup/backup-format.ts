import { hash } from 'node:crypto'

/**
 * A backup is gzip (RFC 1952) around lines of JSON, the same for both databases (docs/decisions/0050). It has a header, then
 * the columns, rows and checksum of each table, then files. The last line holds the SHA-256 of all lines before it.
 */
export const BACKUP_FORMAT = 'rankstead-backup'
export const BACKUP_FORMAT_VERSION = 1

export type BackupHeader = {
  format: typeof BACKUP_FORMAT
  version: number
  /** ISO 8601. */
  madeAt: string
  /** The source database. A backup restores into either database. */
  database: 'SQLite' | 'PostgreSQL'
  /** The migrations that created the tables. */
  steps: string[]
}

export type BackupTableHeaderLine = { table: string; columns: string[] }
/** A file of the data folder. `file` is its path in that folder, and `bytes` is Base64. */
export type BackupFileContentLine = { file: string; bytes: string }
export type BackupEndLine = { end: string }

/** A cell in SQLite's representation: times as ISO 8601 text, booleans as 0 and 1. */
export type BackupCellValue = null | string | number | bigint | Uint8Array

export type BackupTableChecksum = { rows: number; sum: string }

export type BackupSummary = { header: BackupHeader; tables: Map<string, BackupTableChecksum>; rows: number; files: number }

/** Receives the progress of long work. */
export type ReportProgress = (progress: { doing: string; rows: number }) => void

export function serializeBackupRow(values: readonly BackupCellValue[]): string {
  return JSON.stringify(values.map(encodeValue))
}

/** Throws if the line isn't a row of `width` values. */
export function parseBackupRow(line: string, width: number): BackupCellValue[] {
  const values: unknown = JSON.parse(line)
  if (!Array.isArray(values) || values.length !== width) throw new Error('The line is not a row of its table.')
  return values.map(decodeValue)
}

/**
 * Adds up the SHA-256 of each row. The sum doesn't depend on the order, so the database needn't sort. It detects accidents.
 * The end line detects manipulation.
 */
export function createRowChecksum() {
  let rows = 0
  let total = 0n
  return {
    add(line: string): void {
      rows += 1
      total = BigInt.asUintN(256, total + BigInt(`0x${hash('sha256', line)}`))
    },
    result: (): BackupTableChecksum => ({ rows, sum: total.toString(16).padStart(64, '0') }),
  }
}

function encodeValue(value: BackupCellValue): unknown {
  if (value instanceof Uint8Array)
    return { bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  if (typeof value !== 'bigint') return value
  const safeNumber = Number(value)
  return Number.isSafeInteger(safeNumber) ? safeNumber : { integer: value.toString() }
}

function decodeValue(value: unknown): BackupCellValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'object' && 'bytes' in value) return Buffer.from(String(value.bytes), 'base64')
  if (typeof value === 'object' && 'integer' in value) return BigInt(String(value.integer))
  throw new Error('The value is not a cell.')
}
