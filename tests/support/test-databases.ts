import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, inject } from 'vitest'

export type TestDatabase = {
  name: 'SQLite' | 'PostgreSQL'
  /** The variables that point a server at a new, empty database, removed after the suite. */
  environment(): Promise<Record<string, string>>
  /** A new, empty database by its DATABASE_URL; undefined on SQLite, which has none. */
  url(): Promise<string | undefined>
}

/** Declares a suite once for each database: whatever holds on one must hold on the other. */
export function describeOnEachDatabase(name: string, suite: (database: TestDatabase) => void) {
  describe.each(['SQLite', 'PostgreSQL'] as const)(`${name} (%s)`, (kind) => {
    const { environment, remove } = createTestDatabases(() => (kind === 'PostgreSQL' ? inject('postgresUrl') : undefined))
    // Hooks that the suite adds run before this one, so its servers are closed by then.
    afterAll(remove)
    suite({ name: kind, environment, url: async () => (await environment()).DATABASE_URL })
  })
}

/** New databases on a PostgreSQL, or in files where there is no address, until they are removed. */
export function createTestDatabases(getServerUrl: () => string | undefined) {
  const cleanUps: (() => void | Promise<void>)[] = []
  return {
    async environment(): Promise<Record<string, string>> {
      const DATA_DIR = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
      cleanUps.push(() => rmSync(DATA_DIR, { recursive: true, force: true }))
      const url = getServerUrl()
      if (url === undefined) return { DATA_DIR }
      const database = `test_${randomUUID().replaceAll('-', '')}`
      await runOnServer(url, `CREATE DATABASE ${database}`)
      cleanUps.push(() => runOnServer(url, `DROP DATABASE ${database} WITH (FORCE)`))
      return { DATA_DIR, DATABASE_URL: `${url}/${database}` }
    },
    async remove(): Promise<void> {
      for (const cleanUp of cleanUps.reverse()) await cleanUp()
    },
  }
}

async function runOnServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
