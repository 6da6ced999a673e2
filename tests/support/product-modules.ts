import { readConfig } from '../../src/server/config/config.ts'
import { createModules, type Modules } from '../../src/server/modules.ts'
import { createPasswordHasher } from '../../src/server/people/auth/password-hasher.ts'
import type { Database } from '../../src/server/platform/db/open-database.ts'
import { loadPageRenderer } from '../../src/server/site/pages/load-page-renderer.ts'

const log = { line: () => {}, problem: () => {} }

/** Creates the product's modules on a test's database. Their background work doesn't run. */
export async function createTestModules(environment: Record<string, string>, database: Database): Promise<Modules> {
  const [config, renderer] = [readConfig(environment), await loadPageRenderer()]
  return createModules({ config, database, renderer, log, hashing: createPasswordHasher() })
}
