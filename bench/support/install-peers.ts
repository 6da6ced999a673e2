import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from './measured-server.ts'

const SOURCES = fileURLToPath(new URL('../peers', import.meta.url))

/**
 * A copy of bench/peers in .cache with its packages, which are no part of the product: installed when this is first asked
 * for and when their lock file changes; no script of theirs runs. Answers its folder. Throws where there is no registry.
 */
export async function installPeers(): Promise<string> {
  const lock = readFileSync(join(SOURCES, 'package-lock.json'))
  const folder = join(PROJECT_ROOT, '.cache/peers', createHash('sha256').update(lock).digest('hex').slice(0, 16))
  const mark = join(folder, '.installed')
  cpSync(SOURCES, folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  if (existsSync(mark)) return folder
  console.log('Installing Next.js, Express and Fastify for comparison, some 370 MB below .cache/peers')
  // Not `npm ci`: it refuses a lock file without the packages of other systems, which not every registry has.
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  writeFileSync(mark, '')
  return folder
}
