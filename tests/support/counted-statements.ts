import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

/** Writes down every statement that either database is sent from now on; `vi.restoreAllMocks` ends it. */
export function countStatements() {
  const sent: string[] = []
  for (const name of ['run', 'all', 'get'] as const) {
    const method = StatementSync.prototype[name] as (...given: unknown[]) => unknown
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...given: unknown[]) {
      sent.push(this.sourceSQL)
      return method.apply(this, given)
    } as never)
  }
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    sent.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return query.apply(this, given)
  } as never)
  return {
    /** What was sent since it was asked last. */
    since: () => sent.splice(0),
  }
}
