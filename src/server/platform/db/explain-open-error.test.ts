import { expect, it } from 'vitest'
import { explainOpenError } from './explain-open-error.ts'

const serverConfig = { databaseUrl: 'postgres://owner:secret@db.example.com/site', dataDir: '/data' }
const folderConfig = { databaseUrl: undefined, dataDir: '/data' }
const wrapError = (cause: object) =>
  new Error('The database could not be migrated.', { cause: Object.assign(new Error('secret'), cause) })

it('turns each known error into one sentence that names the setting and no secret', () => {
  for (const [config, name, reasons] of [
    [
      serverConfig,
      'DATABASE_URL (db.example.com:5432/site)',
      ['ENOTFOUND', 'ECONNREFUSED', '28P01', '3D000', '42501', '53300', '57P03'].map((code) => ({ code })),
    ],
    [serverConfig, 'DATABASE_URL', [{ message: 'Connection terminated due to connection timeout' }]],
    [folderConfig, 'DATA_DIR (/data)', ['EACCES', 'EROFS', 'ENOSPC'].map((code) => ({ code }))],
    [folderConfig, 'DATA_DIR (/data)', [8, 10, 11, 13, 14, 26, 1032].map((errcode) => ({ errcode, code: 'ERR_SQLITE_ERROR' }))],
  ] as const) {
    for (const reason of reasons) {
      const problem = explainOpenError(wrapError(reason), config) as Error
      expect(problem.message).toContain(name)
      expect(problem.message).toMatch(/, then start again\.$/)
      expect(problem.message).not.toMatch(/secret|owner/)
      expect(problem.cause).toBeUndefined()
    }
  }
})

it('returns programming errors unchanged', () => {
  for (const config of [serverConfig, folderConfig]) {
    const fault = wrapError({ code: '42P01' })
    expect(explainOpenError(fault, config)).toBe(fault)
  }
})
