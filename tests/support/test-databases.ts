import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { openPostgres } from '../../src/server/platform/db/postgres.ts'

/** On PostgreSQL, a new database has the tables already, because a copy takes a tenth of the time of the migrations. */
type Options = { hasNoTables?: boolean }

export type TestDatabase = {
  name: 'SQLite' | 'PostgreSQL'
  /** Creates a database without records and returns its variables. The suite removes it. */
  environment(options?: Options): Promise<Record<string, string>>
  /** Creates a database without records and returns its DATABASE_URL, or undefined on SQLite. */
  url(options?: Options): Promise<string | undefined>
}

/** The database that new ones copy. */
const TEMPLATE = 'with_tables'

/** Runs a suite on each database. */
export function describeOnEachDatabase(name: string, suite: (database: TestDatabase) => void) {
  describe.each(['SQLite', 'PostgreSQL'] as const)(`${name} (%s)`, (kind) => {
    const { environment, remove } = createTestDatabases(() => (kind === 'PostgreSQL' ? inject('postgresUrl') : undefined))
    // The suite's hooks run before this one and close its servers.
    afterAll(remove)
    suite({ name: kind, environment, url: async (options) => (await environment(options)).DATABASE_URL })
  })
}

/** Creates databases on a PostgreSQL server, or as files if there is no URL. */
export function createTestDatabases(getServerUrl: () => string | undefined) {
  const cleanUps: (() => void | Promise<void>)[] = []
  return {
    async environment({ hasNoTables = false }: Options = {}): Promise<Record<string, string>> {
      const DATA_DIR = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
      cleanUps.push(() => rmSync(DATA_DIR, { recursive: true, force: true }))
      const url = getServerUrl()
      if (url === undefined) return { DATA_DIR }
      const database = `test_${randomUUID().replaceAll('-', '')}`
      await runOnServer(url, `CREATE DATABASE ${database} ${hasNoTables ? '' : `TEMPLATE ${TEMPLATE} STRATEGY file_copy`}`)
      cleanUps.push(() => runOnServer(url, `DROP DATABASE ${database} WITH (FORCE)`))
      return { DATA_DIR, DATABASE_URL: `${url}/${database}` }
    },
    async remove(): Promise<void> {
      for (const cleanUp of cleanUps.reverse()) await cleanUp()
    },
  }
}

/** Creates the database that new ones copy, once for each server. */
export async function createTemplateDatabase(serverUrl: string): Promise<void> {
  await runOnServer(serverUrl, `CREATE DATABASE ${TEMPLATE}`)
  const { prepare, close } = openPostgres(`${serverUrl}/${TEMPLATE}`)
  await prepare()
  await close()
}

async function runOnServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
