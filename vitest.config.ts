import { defineConfig } from 'vitest/config'

const SECOND = 1000
const freshCloneTests = ['tests/proofs/fresh-clone.test.ts']
/** These tests measure time and memory, so they run alone. Other tests would make one of them ten times slower. */
const measuredTests = ['tests/proofs/{account-enumeration-timing,idle-memory,npm-start,work-growth}.test.ts']
/** Makes a hanging story fail within 10 s. */
const storySettings = { setupFiles: ['e2e/support/print-failed-test-urls.ts'], poll: 10 * SECOND }

type Suite = {
  name: string
  order: number
  include: string[]
  exclude?: string[]
  timeout: number
  maxWorkers?: number
  setupFiles?: string[]
  poll?: number
}

/**
 * `npm test` runs the first three suites, `npm run proofs` the others (scripts/test.mjs). Suites of the same order share the
 * workers. Stories have long timeouts, because they drive a real browser.
 */
const suites: Suite[] = [
  { name: 'unit', order: 0, include: ['src/**/*.test.{ts,tsx}'], timeout: 30 * SECOND },
  { name: 'api', order: 1, include: ['tests/**/*.test.ts'], exclude: ['tests/proofs/**'], timeout: 60 * SECOND },
  {
    name: 'browser',
    order: 1,
    include: ['e2e/**/*.test.ts'],
    exclude: ['e2e/proofs/**'],
    timeout: 120 * SECOND,
    ...storySettings,
  },
  { name: 'proofs, a fresh clone', order: 2, include: freshCloneTests, timeout: 600 * SECOND },
  {
    name: 'proofs',
    order: 2,
    include: ['tests/proofs/**/*.test.ts'],
    exclude: [...freshCloneTests, ...measuredTests],
    timeout: 60 * SECOND,
    poll: 45 * SECOND,
  },
  {
    name: 'proofs, browser',
    order: 2,
    include: ['e2e/proofs/**/*.test.ts'],
    timeout: 120 * SECOND,
    ...storySettings,
    poll: 30 * SECOND,
  },
  { name: 'proofs, measured', order: 3, include: measuredTests, maxWorkers: 1, timeout: 60 * SECOND },
]

export default defineConfig({
  test: {
    // One more worker than a small machine has cores, because tests often wait.
    maxWorkers: 3,
    // One PostgreSQL for all suites.
    globalSetup: ['tests/support/global-setup.ts'],
    projects: suites.map(({ name, order, include, exclude = [], maxWorkers, timeout, setupFiles = [], poll = 20 * SECOND }) => ({
      test: {
        name,
        include,
        exclude,
        setupFiles,
        ...(maxWorkers && { maxWorkers }),
        // Each worker loads shared imports once, so no test file may leave anything behind.
        isolate: false,
        testTimeout: timeout,
        hookTimeout: Math.max(timeout, 60 * SECOND),
        // Vitest's own limit of one second is too short for a busy machine.
        expect: { poll: { timeout: poll } },
        sequence: { groupOrder: order },
      },
    })),
  },
})
