import { createMedia } from '../../src/server/content/media/media.ts'
import { TIMING } from '../../src/server/content/media/timing.ts'
import type { Database } from '../../src/server/platform/db/db.ts'

type Parts = Partial<Parameters<typeof createMedia>[0]>

/** In ms: what a process that died was at is free again soon. */
const SHORT = { ...TIMING, poll: 50, lease: 8_000, deadline: 7_500, firstPause: 50, longestPause: 100 }

/** The library of pictures on an open database, without a site around it. */
export function libraryOf(database: Database, parts: Parts = {}) {
  return createMedia({ database, problem: () => {}, timing: SHORT, ...parts })
}
