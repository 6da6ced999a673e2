import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { it } from 'vitest'

const cwd = fileURLToPath(new URL('../../', import.meta.url))
const run = (script: string) => promisify(execFile)(process.execPath, [script, '--short'], { cwd })

it('every benchmark works in its short form, and both sides answer the same', { timeout: 900_000 }, async () => {
  await run('bench/install-bench-packages.ts')
  await run('bench/bench.ts')
})
