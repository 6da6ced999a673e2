import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Creates an empty folder. The suite removes it. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
