import { openDatabase } from '#server/migrations/open-database.ts'
import { createTestMedia } from './test-media-module.ts'

// Runs until the test kills it: makes the waiting variants and prints a line when it starts.
const database = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
createTestMedia(database).start()
process.stdout.write('begun\n')
