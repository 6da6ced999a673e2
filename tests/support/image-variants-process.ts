import { encodeImageInChildProcess } from '#server/content/media/encoding/run-encoder.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createTestMedia } from './test-media-module.ts'

// Runs until the test kills it: makes the first waiting variant and hangs at the next.
const database = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
let variantCount = 0
createTestMedia(database, {
  encode: (...parts) => (variantCount++ === 0 ? encodeImageInChildProcess(...parts) : new Promise(() => {})),
}).start()
// The timers of the queue don't keep the process alive.
setInterval(() => {}, 1_000)
