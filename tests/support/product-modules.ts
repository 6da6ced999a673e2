import type { Database } from '#platform/db/open-database.ts'
import { readConfig } from '#server/config/config.ts'
import { createModules, type Modules } from '#server/modules.ts'
import { createPasswordHasher } from '#server/people/auth/password-hasher.ts'
import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'

const log = { line: () => {}, problem: () => {} }

/** Creates the product's modules on a test's database. Their background work doesn't run. */
export async function createTestModules(environment: Record<string, string>, database: Database): Promise<Modules> {
  const [config, renderer] = [readConfig(environment), await loadPageRenderer()]
  return createModules({ config, database, renderer, log, hashing: createPasswordHasher() })
}
