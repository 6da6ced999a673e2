import type { Database } from '#platform/db/open-database.ts'
import { createMediaModule, VARIANT_QUEUE_TIMING } from '#server/content/media/media.ts'

type MediaOptions = Partial<Parameters<typeof createMediaModule>[0]>

/** Short times in ms, so that the work of a dead process is soon free again. */
const FAST_TIMING = { ...VARIANT_QUEUE_TIMING, poll: 50, firstPause: 50, longestPause: 100 }

/** Creates the media library on an open database, without a site. */
export function createTestMedia(database: Database, options: MediaOptions = {}) {
  return createMediaModule({ database, problem: () => {}, timing: FAST_TIMING, ...options })
}
