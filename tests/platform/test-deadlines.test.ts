import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A test's options, a number after a test's function, or the options of a poll. */
const DEADLINES = [
  /^\s*\{?\s*timeout: [\d_]+,?\s*\}?,?$/gm,
  /\b(?:it|test)\b[^\n]*\{ timeout: [^}]+\}/g,
  /^\}, [\d_]{5,}\)$/gm,
  /\.poll\([^\n]*\btimeout: [\d_]+/g,
]

/** Lists the places where a test sets its own deadline. Those of vitest.config.ts are long enough for each machine. */
const findOwnDeadlines = (source: string) => DEADLINES.flatMap((deadline) => source.match(deadline) ?? [])

it.each([
  "it('is slow', { timeout: 60_000 }, async () => {})",
  "it('is slow', {\n    timeout: 60_000,\n  }, async () => {})",
  "it('is slow', async () => {\n}, 60_000)",
  'await expect.poll(isReady, { timeout: 5_000, interval: 20 }).toBe(true)',
])('refuses a deadline of one test: %s', (source) => {
  expect(findOwnDeadlines(source)).toHaveLength(1)
})

it('finds no test with its own deadline, which a busy machine would miss', () => {
  const files = execFileSync('git', ['ls-files', 'tests', 'e2e', 'src'], { encoding: 'utf8' }).split('\n')
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && file !== 'tests/platform/test-deadlines.test.ts')
  expect(tests.flatMap((file) => findOwnDeadlines(readFileSync(file, 'utf8')).map((deadline) => `${file}: ${deadline}`))).toEqual(
    [],
  )
})
