import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { openPostgres } from '#platform/db/postgres.ts'
import { databaseSchema } from '#server/migrations/migrations.ts'

/**
 * A new PostgreSQL database already has the tables, unless `hasNoTables` is set: a copy takes a tenth of the time of the
 * migrations. On SQLite, the option changes nothing: the file doesn't exist yet.
 */
type TestDatabaseOptions = { hasNoTables?: boolean }

export type TestDatabase = {
  name: 'SQLite' | 'PostgreSQL'
  /** Creates a database without records and returns its variables. The suite removes it. */
  environment(options?: TestDatabaseOptions): Promise<Record<string, string>>
  /** Creates a database without records and returns its DATABASE_URL, or undefined on SQLite. */
  url(options?: TestDatabaseOptions): Promise<string | undefined>
}

/** New databases copy this one. `global-setup.ts` creates it. */
const TEMPLATE_DATABASE = 'with_tables'

/** Runs a suite on each database. */
export function describeOnEachDatabase(name: string, suite: (database: TestDatabase) => void) {
  describeOnDatabases(['SQLite', 'PostgreSQL'], name, suite)
}

/** Runs a suite on SQLite only: for pages, forms, headers and refusals that no query decides. */
export function describeOnSqlite(name: string, suite: (database: TestDatabase) => void) {
  describeOnDatabases(['SQLite'], name, suite)
}

/** Runs a suite on PostgreSQL only: for proxies, row locks and clusters. */
export function describeOnPostgres(name: string, suite: (database: TestDatabase) => void) {
  describeOnDatabases(['PostgreSQL'], name, suite)
}

function describeOnDatabases(kinds: readonly TestDatabase['name'][], name: string, suite: (database: TestDatabase) => void) {
  describe.each(kinds.filter((kind) => inject('databases').includes(kind)))(`${name} (%s)`, (kind) => {
    const { environment } = createTestDatabases(() => (kind === 'PostgreSQL' ? inject('postgresUrl') : undefined))
    suite({ name: kind, environment, url: async (options) => (await environment(options)).DATABASE_URL })
  })
}

/**
 * Creates databases on the PostgreSQL server of `global-setup.ts`, or as files if there is no URL. The suite removes them
 * after its later hooks, which close its servers.
 */
export function createTestDatabases(getServerUrl: () => string | undefined) {
  const cleanUps: (() => void | Promise<void>)[] = []
  const remove = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  }
  afterAll(remove)
  return {
    async environment({ hasNoTables = false }: TestDatabaseOptions = {}): Promise<Record<string, string>> {
      const DATA_DIR = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
      cleanUps.push(() => rmSync(DATA_DIR, { recursive: true, force: true }))
      const url = getServerUrl()
      if (url === undefined) return { DATA_DIR }
      const database = `test_${randomUUID().replaceAll('-', '')}`
      await runOnServer(
        url,
        `CREATE DATABASE ${database} ${hasNoTables ? '' : `TEMPLATE ${TEMPLATE_DATABASE} STRATEGY file_copy`}`,
      )
      cleanUps.push(() => runOnServer(url, `DROP DATABASE ${database} WITH (FORCE)`))
      return { DATA_DIR, DATABASE_URL: `${url}/${database}` }
    },
    remove,
  }
}

/** Creates the database that new ones copy. */
export async function createTemplateDatabase(serverUrl: string): Promise<void> {
  await runOnServer(serverUrl, `CREATE DATABASE ${TEMPLATE_DATABASE}`)
  const { prepare, close } = openPostgres(`${serverUrl}/${TEMPLATE_DATABASE}`)
  await prepare(databaseSchema).finally(close)
}

async function runOnServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
