import { openDatabase } from '../../src/server/platform/db/open-database.ts'
import { createTestMedia } from './test-media.ts'

// A process to be killed: makes the variants that wait, and says so once it has begun.
const database = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
createTestMedia(database).start()
process.stdout.write('begun\n')
