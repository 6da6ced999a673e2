import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { it } from 'vitest'

const cwd = fileURLToPath(new URL('../../', import.meta.url))
// With the test runner's NODE_ENV, the builds of the benchmarks would take React's development code.
const { NODE_ENV: _, ...env } = process.env
const run = (script: string) => promisify(execFile)(process.execPath, [script, '--short'], { cwd, env })

it('every benchmark works in its short form, and both sides answer the same', async () => {
  await run('bench/install-bench-packages.ts')
  await run('bench/bench.ts')
})
