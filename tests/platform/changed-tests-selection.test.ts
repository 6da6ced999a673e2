import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createTestFolder } from '../support/test-folder.ts'

const SELECTION_SCRIPT = pathToFileURL(`${import.meta.dirname}/../../scripts/affected-tests.mjs`).href
const { findAffectedTests } = await import(SELECTION_SCRIPT)

const TESTS = [
  'e2e/proofs/every-page.test.ts',
  'e2e/proofs/inbox/search.test.ts',
  'e2e/proofs/sales/refund.test.ts',
  'e2e/sales/pay.test.ts',
  'src/server/inbox/mail.test.ts',
  'src/server/sales/price.test.ts',
  'tests/access-control.test.ts',
  'tests/inbox/messages.test.ts',
  'tests/proofs/killed.test.ts',
  'tests/sales/orders.test.ts',
]
const SOURCES = {
  'src/server/sales/tax.ts': '',
  'src/server/sales/price.ts': "import { tax } from '#server/sales/tax.ts'",
  'src/server/platform/clock.ts': '',
  'tests/support/paying.ts': '',
  'README.md': '',
  'package.json': '{ "imports": { "#server/*": "./src/server/*", "#tests/*": "./tests/*" } }',
}
const folder = createTestFolder()

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

it('npm test -- --changed selects unit tests by import, and API tests, stories and proofs by area', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder })
  for (const path of TESTS) write(path, '')
  for (const [path, text] of Object.entries(SOURCES)) write(path, text)
  write('src/server/sales/price.test.ts', "import { price } from './price.ts'")
  write('tests/inbox/messages.test.ts', "import { pay } from '../support/paying.ts'")
  write('e2e/proofs/inbox/search.test.ts', "import { pay } from '#tests/support/paying.ts'")
  write('e2e/proofs/every-page.test.ts', "import { pay } from '../../tests/support/paying.ts'")
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'all')
  const listChosenTests = (path: string) => {
    git('checkout', '-q', '.')
    write(path, '// changed')
    return findAffectedTests(folder, 'HEAD').files.toSorted()
  }
  const salesTests = [
    'e2e/proofs/sales/refund.test.ts',
    'e2e/sales/pay.test.ts',
    'src/server/sales/price.test.ts',
    'tests/access-control.test.ts',
    'tests/sales/orders.test.ts',
  ]
  expect(listChosenTests('src/server/sales/tax.ts')).toEqual(salesTests)
  expect(listChosenTests('tests/support/paying.ts')).toEqual(['e2e/proofs/inbox/search.test.ts', 'tests/inbox/messages.test.ts'])
  expect(listChosenTests('tests/proofs/killed.test.ts')).toEqual(['tests/proofs/killed.test.ts'])
  expect(listChosenTests('README.md')).toEqual([])
  const apiAndBrowserTests = TESTS.filter((path) => !path.startsWith('src/') && !path.includes('/proofs/'))
  expect(listChosenTests('src/server/platform/clock.ts')).toEqual(apiAndBrowserTests)
})
