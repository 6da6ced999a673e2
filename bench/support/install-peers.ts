import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from './measured-server.ts'

const SOURCES = fileURLToPath(new URL('../peers', import.meta.url))

/**
 * Copies bench/peers to .cache and installs its packages there: they aren't part of the product. Installs again when
 * their lock file changes. Runs no install scripts. Returns the folder. Throws without a registry.
 */
export async function installPeers(): Promise<string> {
  const lock = readFileSync(join(SOURCES, 'package-lock.json'))
  const folder = join(PROJECT_ROOT, '.cache/peers', createHash('sha256').update(lock).digest('hex').slice(0, 16))
  const mark = join(folder, '.installed')
  cpSync(SOURCES, folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  if (existsSync(mark)) return folder
  console.log('Installing Next.js, Express and Fastify for comparison, some 370 MB below .cache/peers')
  // Not `npm ci`: it refuses a lock file that lacks other systems' packages, and some registries lack them too.
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  writeFileSync(mark, '')
  return folder
}
