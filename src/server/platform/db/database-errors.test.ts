import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createDatabaseFileMovedError, isDatabaseUnavailableError, isRollbackCertain } from './database-errors.ts'

function catchError(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
}

it('treats a damaged, missing or locked file as unavailable, but not a wrong query', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rankstead-faults-'))
  const path = join(folder, 'damaged.db')
  writeFileSync(path, 'This is no database. '.repeat(100))
  const [one, other] = [join(folder, 'held.db'), join(folder, 'held.db')].map((file) => new DatabaseSync(file))
  one?.exec('begin exclusive')
  expect(isDatabaseUnavailableError(catchError(() => new DatabaseSync(path).prepare('select 1 from a').all()))).toBe(true)
  expect(isDatabaseUnavailableError(catchError(() => new DatabaseSync(join(folder, 'none', 'a.db'))))).toBe(true)
  expect(isDatabaseUnavailableError(catchError(() => other?.exec('begin immediate')))).toBe(true)
  one?.exec('rollback')
  expect(isDatabaseUnavailableError(catchError(() => one?.prepare('select 1 from a')))).toBe(false)
  one?.close()
  other?.close()
  rmSync(folder, { recursive: true })
})

it('recognizes PostgreSQL’s errors, with and without a code', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '08006', '53300', '3D000', '55000', '28P01', '55P03', '57014']) {
    expect(isDatabaseUnavailableError(Object.assign(new Error(), { code })), code).toBe(true)
  }
  for (const code of ['42P01', '23505', '22P02', 'ERR_INVALID_ARG_TYPE', 'FST_ERR_CTP_INVALID_MEDIA_TYPE']) {
    expect(isDatabaseUnavailableError(Object.assign(new Error(), { code })), code).toBe(false)
  }
  expect(isDatabaseUnavailableError(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isDatabaseUnavailableError(new Error('timeout exceeded when trying to connect'))).toBe(true)
  expect(isDatabaseUnavailableError(new Error('Query read timeout'))).toBe(true)
  for (const other of [new TypeError('x is not a function'), 'Connection', undefined, null])
    expect(isDatabaseUnavailableError(other)).toBe(false)
})

it('is certain of a rollback only if the database itself reports it', () => {
  for (const certain of [
    { code: '40001' },
    { code: '23505' },
    { code: '25P02' },
    { code: '53100' },
    { errcode: 13 },
    { errcode: 5 },
  ]) {
    expect(isRollbackCertain(Object.assign(new Error(), certain)), JSON.stringify(certain)).toBe(true)
  }
  for (const uncertain of [{ code: '57P01' }, { code: '08006' }, { code: 'ECONNRESET' }, { code: 'EPIPE' }, { errcode: 1034 }]) {
    expect(isRollbackCertain(Object.assign(new Error(), uncertain)), JSON.stringify(uncertain)).toBe(false)
  }
  expect(isRollbackCertain(new Error('Query read timeout'))).toBe(false)
  expect(isRollbackCertain(createDatabaseFileMovedError('/data/rankstead.db'))).toBe(false)
})
