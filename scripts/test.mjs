// `npm test` runs unit tests, API tests and stories. `--changed` runs only those that a change can break. `--proofs` runs
// the proofs. Named files run in any suite.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findAffectedTests } from './affected-tests.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const args = process.argv.slice(2)
const isProofs = args[0] === '--proofs'
if (isProofs) args.shift()
const changed = args.findIndex((arg) => /^--changed(=|$)/.test(arg))
const hasNamedFiles = args.some((arg) => !arg.startsWith('-') && /[/.]/.test(arg))

if (changed >= 0) args.splice(changed, 1, ...chooseFiles(args[changed].split('=')[1]))
else if (isProofs && !hasNamedFiles) args.push('--project=proofs*')
else if (!hasNamedFiles) args.push('--project=unit', '--project=api*', '--project=browser')

const files = args.filter((arg) => /\.test\.tsx?$/.test(arg))
const isUnitOnly = files.length > 0 && files.every((file) => file.startsWith('src/'))
if (isUnitOnly) args.push('--project=unit')
// Unit tests need no build.
else run(join(root, 'scripts/set-up.mjs'), '--build')
run(join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args)

function chooseFiles(since = 'HEAD') {
  const { files, notes } = findAffectedTests(root, since)
  for (const note of notes) console.log(note)
  if (files.length === 0) process.exit()
  return files
}

function run(...command) {
  const { status, signal } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? (signal ? 1 : 0))
}
