import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import { isDiskFullError } from './database-errors.ts'

/** Enough for SQLite's log while an owner logs in and erases files. */
const RESERVE_BYTES = 8 * 1024 ** 2
/** The reserve is made only on a disk with this much space. */
const MIN_FREE_BYTES = 4 * RESERVE_BYTES

/** A file that only takes up space. A full disk gets that space back, so that the owner can log in and delete something. */
export function createDiskReserve(dataDir: string): NonNullable<Database['diskReserve']> {
  const path = join(dataDir, 'disk-reserve')
  return {
    /** Makes the file unless it exists or the disk has little space. Uploads call this, because only they fill a disk soon. */
    refill(): void {
      const { bavail, bsize } = statfsSync(dataDir)
      if (!existsSync(path) && bavail * bsize >= MIN_FREE_BYTES) writeFileSync(path, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 })
    },

    /** Returns false if there is no reserve. */
    release(): boolean {
      const hasReserve = existsSync(path)
      rmSync(path, { force: true })
      return hasReserve
    },
  }
}

/** Runs `work`. If the disk is full, gives up the reserve and runs it again. */
export async function runWithDiskReserve<T>(database: Pick<Database, 'diskReserve'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDiskFullError(error) || !database.diskReserve?.release()) throw error
    return work()
  }
}
