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
/** Together these send 72 percent of the different queries that all API tests send to PostgreSQL, in an eighth of the time. */
const mostQueriesTests = [
  'tests/api-contract.test.ts',
  'tests/content/{autosaves,formatted-text,site-image-details,staged-changes,undone-releases}.test.ts',
  'tests/inbox/{message-notifications,messages}.test.ts',
  'tests/operations/{audit-log,metrics}.test.ts',
  'tests/people/second-factor.test.ts',
  'tests/platform/uncounted-attempts.test.ts',
  'tests/sales/{customers,orders,reported-money}.test.ts',
  'tests/work/{board,customer-data,message-emails,order-files}.test.ts',
]
const setupFiles = ['e2e/support/print-failed-test-urls.ts']
const MINUTE = 60 * SECOND
const areProofsWhole = process.env.WHOLE_PROOFS === '1'
/**
 * How long a test waits for one thing, and how long it may take. These end a test that hangs and are no assertion: no machine
 * is too slow for them, so no test has its own (tests/platform/test-deadlines.test.ts).
 */
const POLL_TIMEOUT = (areProofsWhole ? 30 : 2) * MINUTE
const TEST_TIMEOUT = (areProofsWhole ? 240 : 15) * MINUTE

type Suite = {
  name: string
  order: number
  include: string[]
  exclude?: string[]
  maxWorkers?: number
  setupFiles?: string[]
  databases?: ('SQLite' | 'PostgreSQL')[]
}

/**
 * `npm test` runs the first four suites, `npm run proofs` the others (scripts/test.mjs). Suites of the same order share the
 * workers.
 */
const suites: Suite[] = [
  { name: 'unit', order: 0, include: ['src/**/*.test.{ts,tsx}'] },
  {
    name: 'api',
    order: 1,
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/proofs/**'],
    databases: ['SQLite'],
  },
  { name: 'api on PostgreSQL', order: 1, include: mostQueriesTests, databases: ['PostgreSQL'] },
  {
    name: 'browser',
    order: 1,
    include: ['e2e/**/*.test.ts'],
    exclude: ['e2e/proofs/**'],
    setupFiles,
  },
  {
    name: 'proofs, api on PostgreSQL',
    order: 2,
    include: postgresTests,
    exclude: mostQueriesTests,
    databases: ['PostgreSQL'],
  },
  { name: 'proofs, a fresh clone', order: 2, include: freshCloneTests },
  {
    name: 'proofs',
    order: 2,
    include: ['tests/proofs/**/*.test.ts'],
    exclude: [...freshCloneTests, ...measuredTests],
  },
  {
    name: 'proofs, browser',
    order: 2,
    include: ['e2e/proofs/**/*.test.ts'],
    setupFiles,
  },
  { name: 'proofs, measured', order: 3, include: measuredTests, maxWorkers: 1 },
]

export default defineConfig({
  test: {
    // One more worker than a small machine has cores, because tests often wait.
    maxWorkers: 3,
    // One PostgreSQL for all suites.
    globalSetup: ['tests/support/global-setup.ts'],
    projects: suites.map(
      ({ name, order, include, exclude = [], maxWorkers, setupFiles = [], databases = ['SQLite', 'PostgreSQL'] }) => ({
        test: {
          name,
          include,
          exclude,
          setupFiles,
          provide: { databases },
          ...(maxWorkers && { maxWorkers }),
          // Each worker loads shared imports once, so no test file may leave anything behind.
          isolate: false,
          testTimeout: TEST_TIMEOUT,
          hookTimeout: TEST_TIMEOUT,
          expect: { poll: { timeout: POLL_TIMEOUT } },
          sequence: { groupOrder: order },
        },
      }),
    ),
  },
})
