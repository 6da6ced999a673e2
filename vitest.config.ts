import { defineConfig } from 'vitest/config'

const SECOND = 1000
const clone = ['tests/fresh-clone.test.ts']
/** They measure, so they have the machine to themselves: beside others one would take ten times as long to be sure. */
const measured = ['tests/answer-timing.test.ts', 'tests/npm-start.test.ts']

// A story drives a real browser on a machine that may be busy; a unit test that takes seconds is broken.
// The suites of one turn share the workers, in the order of their names: an installation mostly waits.
const suites = [
  { name: 'unit', turn: 0, include: ['src/**/*.test.{ts,tsx}'], timeout: 30 * SECOND },
  { name: 'a fresh clone', turn: 1, include: clone, timeout: 600 * SECOND },
  { name: 'api', turn: 1, include: ['tests/**/*.test.ts'], exclude: [...clone, ...measured], timeout: 60 * SECOND },
  { name: 'browser', turn: 1, include: ['e2e/**/*.test.ts'], timeout: 120 * SECOND },
  { name: 'measured', turn: 2, include: measured, maxWorkers: 1, timeout: 60 * SECOND },
]

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because what is tested often waits.
    maxWorkers: 3,
    // One PostgreSQL for all suites.
    globalSetup: ['tests/support/global-set-up.ts'],
    projects: suites.map(({ name, turn, include, exclude = [], maxWorkers, timeout }) => ({
      test: {
        name,
        include,
        exclude,
        ...(maxWorkers && { maxWorkers }),
        // What the files of a suite import is loaded and compiled once per worker, so no file may leave anything behind.
        isolate: false,
        testTimeout: timeout,
        hookTimeout: Math.max(timeout, 60 * SECOND),
        // What a test waits for comes when the machine comes to it; nothing is proved by its coming within a second.
        expect: { poll: { timeout: 20 * SECOND } },
        sequence: { groupOrder: turn },
      },
    })),
  },
})
