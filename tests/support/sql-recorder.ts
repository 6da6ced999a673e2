import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

/** Records every statement to either database until `vi.restoreAllMocks`. */
export function recordStatements() {
  const statements: string[] = []
  for (const name of ['run', 'all', 'get'] as const) {
    const method = StatementSync.prototype[name] as (...args: unknown[]) => unknown
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...args: unknown[]) {
      statements.push(this.sourceSQL)
      return method.apply(this, args)
    } as never)
  }
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    statements.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return query.apply(this, args)
  } as never)
  return {
    /** Returns the statements since the last call. */
    takeRecorded: () => statements.splice(0),
  }
}
