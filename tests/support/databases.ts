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
export function onEveryDatabase(name: string, suite: (database: TestDatabase) => void) {
  describe.each(['SQLite', 'PostgreSQL'] as const)(`${name} (%s)`, (kind) => {
    const cleanUps: (() => void | Promise<void>)[] = []
    // Hooks that the suite adds run before this one, so its servers are closed by then.
    afterAll(async () => {
      for (const cleanUp of cleanUps.reverse()) await cleanUp()
    })

    async function environment(): Promise<Record<string, string>> {
      const DATA_DIR = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
      cleanUps.push(() => rmSync(DATA_DIR, { recursive: true }))
      if (kind === 'SQLite') return { DATA_DIR }
      const database = `test_${randomUUID().replaceAll('-', '')}`
      await onServer(`CREATE DATABASE ${database}`)
      cleanUps.push(() => onServer(`DROP DATABASE ${database} WITH (FORCE)`))
      return { DATA_DIR, DATABASE_URL: `${inject('postgresUrl')}/${database}` }
    }

    suite({ name: kind, environment, url: async () => (await environment()).DATABASE_URL })
  })
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}
