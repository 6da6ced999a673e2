import { openDatabase } from '#server/migrations/open-database.ts'
import { createTestReleases } from './test-releases-module.ts'

// Runs until the test kills it: claims the scheduled release, prints a line when it should publish, and hangs.
const database = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
const releases = createTestReleases(database, {
  change: () => {
    process.stdout.write('claimed\n')
    return new Promise(() => {})
  },
})
releases.start()
// The timers of the queue don't keep the process alive.
setInterval(() => {}, 1_000)
