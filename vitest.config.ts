import { defineConfig } from 'vitest/config'

const SECOND = 1000
// A story drives a real browser on a machine that may be busy; a unit test that takes seconds is broken.
const suites = [
  { name: 'unit', include: ['src/**/*.test.{ts,tsx}'], timeout: 10 * SECOND },
  { name: 'api', include: ['tests/**/*.test.ts'], exclude: ['tests/fresh-clone.test.ts'], timeout: 30 * SECOND },
  { name: 'browser', include: ['e2e/**/*.test.ts'], timeout: 60 * SECOND },
  // Measures a start, so it has the machine to itself.
  { name: 'fresh-clone', include: ['tests/fresh-clone.test.ts'], timeout: 600 * SECOND },
].filter(({ name }) => !(name === 'fresh-clone' && process.env.RANKSTEAD_NESTED))

export default defineConfig({
  test: {
    maxWorkers: 2,
    // One PostgreSQL for all suites.
    globalSetup: ['tests/support/global-set-up.ts'],
    projects: suites.map(({ name, include, exclude = [], timeout }, groupOrder) => ({
      test: {
        name,
        include,
        exclude,
        // What unit tests import is loaded and compiled once per worker; the others keep what they change to themselves.
        isolate: name !== 'unit',
        testTimeout: timeout,
        hookTimeout: Math.max(timeout, 60 * SECOND),
        sequence: { groupOrder },
      },
    })),
  },
})
