import { openDatabase } from '../../src/server/platform/db/db.ts'
import { libraryOf } from './library-of.ts'

// A process to be killed: makes the variants that wait, and says so once it has begun.
const database = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
libraryOf(database).start()
process.stdout.write('begun\n')
