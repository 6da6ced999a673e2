import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const SECOND = 1000
const freshCloneTests = ['tests/proofs/fresh-clone.test.ts']
/** These tests measure time and memory, so they run alone. Other tests would make one of them ten times slower. */
const measuredTests = ['tests/proofs/{account-enumeration-timing,idle-memory,npm-start,work-growth}.test.ts']
/** The API tests that use PostgreSQL. */
const postgresTests = globSync('tests/**/*.test.ts', { exclude: ['tests/proofs/**'] }).filter((file) =>
  /describeOn(EachDatabase|Postgres)\(/.test(readFileSync(file, 'utf8')),
)
/** Together these send 85 percent of the statements that all API tests send to PostgreSQL, in a quarter of the time. */
const mostQueriesTests = [
  'tests/api-contract.test.ts',
  'tests/content/{media,scheduled-release,staged-changes}.test.ts',
  'tests/inbox/{message-acknowledgments,message-notifications,messages,subscribers}.test.ts',
  'tests/operations/{audit-log,metrics}.test.ts',
  'tests/people/{identity-provider-failures,passwords,second-factor}.test.ts',
  'tests/sales/{orders,payments}.test.ts',
  'tests/work/{customer-data,erased-words,morning-emails,order-files,outcomes,reminders}.test.ts',
]
const setupFiles = ['e2e/support/print-failed-test-urls.ts']
/** How long a test waits for one thing. Only a failing test waits so long, and no machine is too slow for it. */
const POLL_TIMEOUT = 60 * SECOND

type Suite = {
  name: string
  order: number
  include: string[]
  exclude?: string[]
  timeout: number
  maxWorkers?: number
  setupFiles?: string[]
  databases?: ('SQLite' | 'PostgreSQL')[]
}

/**
 * `npm test` runs the first four suites, `npm run proofs` the others (scripts/test.mjs). Suites of the same order share the
 * workers. Timeouts end a test that hangs. They are no assertion: no passing test comes near them.
 */
const suites: Suite[] = [
  { name: 'unit', order: 0, include: ['src/**/*.test.{ts,tsx}'], timeout: 120 * SECOND },
  {
    name: 'api',
    order: 1,
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/proofs/**'],
    timeout: 180 * SECOND,
    databases: ['SQLite'],
  },
  { name: 'api on PostgreSQL', order: 1, include: mostQueriesTests, timeout: 180 * SECOND, databases: ['PostgreSQL'] },
  {
    name: 'browser',
    order: 1,
    include: ['e2e/**/*.test.ts'],
    exclude: ['e2e/proofs/**'],
    timeout: 300 * SECOND,
    setupFiles,
  },
  {
    name: 'proofs, api on PostgreSQL',
    order: 2,
    include: postgresTests,
    exclude: mostQueriesTests,
    timeout: 180 * SECOND,
    databases: ['PostgreSQL'],
  },
  { name: 'proofs, a fresh clone', order: 2, include: freshCloneTests, timeout: 600 * SECOND },
  {
    name: 'proofs',
    order: 2,
    include: ['tests/proofs/**/*.test.ts'],
    exclude: [...freshCloneTests, ...measuredTests],
    timeout: 180 * SECOND,
  },
  {
    name: 'proofs, browser',
    order: 2,
    include: ['e2e/proofs/**/*.test.ts'],
    timeout: 300 * SECOND,
    setupFiles,
  },
  { name: 'proofs, measured', order: 3, include: measuredTests, maxWorkers: 1, timeout: 180 * SECOND },
]

export default defineConfig({
  test: {
    // One more worker than a small machine has cores, because tests often wait.
    maxWorkers: 3,
    // One PostgreSQL for all suites.
    globalSetup: ['tests/support/global-setup.ts'],
    projects: suites.map(
      ({ name, order, include, exclude = [], maxWorkers, timeout, setupFiles = [], databases = ['SQLite', 'PostgreSQL'] }) => ({
        test: {
          name,
          include,
          exclude,
          setupFiles,
          provide: { databases },
          ...(maxWorkers && { maxWorkers }),
          // Each worker loads shared imports once, so no test file may leave anything behind.
          isolate: false,
          testTimeout: timeout,
          hookTimeout: timeout,
          expect: { poll: { timeout: POLL_TIMEOUT } },
          sequence: { groupOrder: order },
        },
      }),
    ),
  },
})
