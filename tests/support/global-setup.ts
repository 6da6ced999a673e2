import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { createTemplateDatabase } from './test-databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The databases of the suite that runs (vitest.config.ts). */
    databases: ('SQLite' | 'PostgreSQL')[]
  }
}

/** A folder in memory. On a disk, tests wait for each commit. */
const MEMORY_FOLDER = '/dev/shm'
/** The folder must have this many free bytes. `npm run proofs` needs less than half of them. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

export async function setup(project: TestProject) {
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return
  const folder = isMemoryFolderUsable() ? mkdtempSync(join(MEMORY_FOLDER, 'rankstead-tests-')) : undefined
  if (folder) {
    // PostgreSQL runs under another account.
    chmodSync(folder, 0o711)
    process.env.TMPDIR = folder
  }
  const postgres = await startPostgres()
  await createTemplateDatabase(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

/** Tests also run programs in their folders, which some systems forbid there. */
function isMemoryFolderUsable(): boolean {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return false
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY_FOLDER)
  if (mount === undefined || mount.includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize >= MIN_FREE_BYTES
}
