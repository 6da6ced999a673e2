import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, inject } from 'vitest'

export type TestDatabase = {
  name: 'SQLite' | 'PostgreSQL'
  /** Creates an empty database and returns its variables. The suite removes it. */
  environment(): Promise<Record<string, string>>
  /** Creates an empty database and returns its DATABASE_URL, or undefined on SQLite. */
  url(): Promise<string | undefined>
}

/** Runs a suite on each database. */
export function describeOnEachDatabase(name: string, suite: (database: TestDatabase) => void) {
  describe.each(['SQLite', 'PostgreSQL'] as const)(`${name} (%s)`, (kind) => {
    const { environment, remove } = createTestDatabases(() => (kind === 'PostgreSQL' ? inject('postgresUrl') : undefined))
    // The suite's hooks run before this one and close its servers.
    afterAll(remove)
    suite({ name: kind, environment, url: async () => (await environment()).DATABASE_URL })
  })
}

/** Creates databases on a PostgreSQL server, or as files if there is no URL. */
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
