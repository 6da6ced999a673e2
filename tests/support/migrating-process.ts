import { openDatabase } from '../../src/server/db/db.ts'

// A process to be killed: brings a database up to date, and says when it begins.
process.stdout.write('begin\n')
const db = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
await db.close()
