import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createTestFolder } from './support/test-folder.ts'

const SCRIPT = fileURLToPath(new URL('../scripts/check-imports.mjs', import.meta.url))

/** Checks the import rules in a folder with these files. Resolves to what the check reports. */
function checkImports(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = createTestFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, folder], (_error, _stdout, stderr) => resolve(stderr))
  })
}

const MESSAGES = 'src/server/inbox/messages/messages.ts'
const HANDLERS = 'src/server/inbox/messages/handlers.ts'
const STORE = 'src/server/inbox/messages/store.ts'

it('refuses two files that import each other, also if one imports only a type', async () => {
  const report = await checkImports({
    [MESSAGES]: "import { handlers } from './handlers.ts'\nexport type Messages = typeof handlers\n",
    [HANDLERS]: "import type { Messages } from './messages.ts'\nexport const handlers: Messages[] = []\n",
  })
  expect(report).toContain(`no-cycles: ${HANDLERS} → ${MESSAGES} → ${HANDLERS}`)
})

it('refuses a store that opens transactions', async () => {
  const report = await checkImports({
    [STORE]: "import type { Database } from '../../platform/db/open-database.ts'\nexport type Stored = Database\n",
    'src/server/platform/db/open-database.ts': 'export type Database = object\n',
  })
  expect(report).toContain(`stores-open-no-transaction: ${STORE} → src/server/platform/db/open-database.ts`)
})
