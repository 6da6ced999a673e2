import { existsSync, statfsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** A folder in memory. On a disk, tests wait for each commit. */
const MEMORY_FOLDER = '/dev/shm'
/** The whole suite needs less than half of this, in bytes. */
const MIN_FREE_MEMORY = 4 * 1024 ** 3

export async function setup(project: TestProject) {
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return
  if (hasEnoughSpace(MEMORY_FOLDER)) process.env.TMPDIR ??= MEMORY_FOLDER
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}

function hasEnoughSpace(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > MIN_FREE_MEMORY
}
