import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Installs the benchmarks' packages on first use, and again when bench/package-lock.json changes.
const folder = import.meta.dirname
const stamp = join(folder, 'node_modules/.rankstead-install')
const digest = createHash('sha256')
  .update(readFileSync(join(folder, 'package-lock.json')))
  .digest('hex')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
  console.log('Installing the packages of the benchmarks in bench/node_modules…')
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  })
  writeFileSync(stamp, digest)
}
