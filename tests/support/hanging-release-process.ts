import { openDatabase } from '../../src/server/platform/db/open-database.ts'
import { createTestReleases } from './test-releases.ts'

// A process to be killed: it claims what is scheduled, says so when it should publish, and never does.
const database = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
const releases = createTestReleases(database, {
  change: () => {
    process.stdout.write('claimed\n')
    return new Promise(() => {})
  },
})
releases.start()
// The timers of the queue keep no process alive.
setInterval(() => {}, 1_000)
