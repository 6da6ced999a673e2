import { expect, it } from 'vitest'
import { explainOpenError } from './explain-open-error.ts'

const atServer = { databaseUrl: 'postgres://owner:secret@db.example.com/site', dataDir: '/data' }
const inFolder = { databaseUrl: undefined, dataDir: '/data' }
const wrapped = (cause: object) =>
  new Error('The database could not be brought up to date.', { cause: Object.assign(new Error('secret'), cause) })

it('every known reason becomes one sentence that names its setting and keeps what is secret', () => {
  for (const [config, name, reasons] of [
    [
      atServer,
      'DATABASE_URL (db.example.com:5432/site)',
      ['ENOTFOUND', 'ECONNREFUSED', '28P01', '3D000', '42501', '53300', '57P03'].map((code) => ({ code })),
    ],
    [atServer, 'DATABASE_URL', [{ message: 'Connection terminated due to connection timeout' }]],
    [inFolder, 'DATA_DIR (/data)', ['EACCES', 'EROFS', 'ENOSPC'].map((code) => ({ code }))],
    [inFolder, 'DATA_DIR (/data)', [8, 10, 11, 13, 14, 26, 1032].map((errcode) => ({ errcode, code: 'ERR_SQLITE_ERROR' }))],
  ] as const) {
    for (const reason of reasons) {
      const problem = explainOpenError(wrapped(reason), config) as Error
      expect(problem.message).toContain(name)
      expect(problem.message).toMatch(/, then start again\.$/)
      expect(problem.message).not.toMatch(/secret|owner/)
      expect(problem.cause).toBeUndefined()
    }
  }
})

it('a fault of ours stays what it is', () => {
  for (const config of [atServer, inFolder]) {
    const fault = wrapped({ code: '42P01' })
    expect(explainOpenError(fault, config)).toBe(fault)
  }
})
