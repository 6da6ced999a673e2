// Runs all checks of `npm run lint` at the same time and reports every result.
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const CHECKS = [
  { title: 'Style', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { title: 'Import rules', command: 'node', args: ['scripts/check-imports.mjs'] },
  { title: 'Regular expressions', command: 'node', args: ['scripts/check-regular-expressions.mjs'] },
  { title: 'Migrations', command: 'node', args: ['scripts/check-migrations.mjs'] },
  { title: 'Packages', command: 'node', args: ['scripts/check-dependencies.mjs'] },
  { title: 'Unused code', command: 'knip', args: [] },
]
const cwd = dirname(dirname(fileURLToPath(import.meta.url)))

if (import.meta.main) {
  const { report, failed } = await runChecks(CHECKS)
  console.log(report)
  if (failed.length > 0) process.exitCode = 1
}

/** Returns a report with one line per check and the output of failed checks, and the titles of the failed ones. */
export async function runChecks(checks) {
  const results = await Promise.all(checks.map(run))
  const failed = results.filter(({ code }) => code !== 0).map(({ title }) => title)
  const lines = results.map(({ title, code, seconds, output }) =>
    code === 0 ? `✓ ${title} (${seconds} s)` : `✗ ${title} (${seconds} s)\n${output}`,
  )
  if (failed.length > 0) lines.push(`Failed: ${failed.join(', ')}`)
  return { report: lines.join('\n'), failed }
}

function run({ title, command, args }) {
  const started = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const end = (code) => resolve({ title, code, output, seconds: ((performance.now() - started) / 1000).toFixed(1) })
    const child = spawn(command, args, { cwd })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    // A missing tool emits no output and no `close` event.
    child.on('error', ({ message }) => {
      output = `${message}\n`
      end(1)
    })
    child.on('close', end)
  })
}
