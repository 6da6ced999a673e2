import { SET_UP_CODE_LASTS } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/refusal.ts'
import { recordAudit } from '../audit/audit.ts'
import { latestPlausible } from '../db/clock.ts'
import type { Database } from '../db/db.ts'
import { isDuplicate } from '../db/faults.ts'
import type { UserRecordTable } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { hashOf, newCode } from '../secrets/secrets.ts'
import type { Hash } from './hashing.ts'
import { ADMIN, insertUser, putAccount } from './store.ts'

/** Reached once in the life of a database; the unique name decides between racing attempts. */
const MILESTONE = 'first-admin'

type NewAdmin = { email: string; password: string; code?: string }

export async function needsFirstAdmin({ read }: Database): Promise<boolean> {
  return (await read.selectFrom('milestone').select('name').where('name', '=', MILESTONE).executeTakeFirst()) === undefined
}

/** Makes a one-time code that lets its holder become the first admin, and ends the ones before; only its hash is kept. */
export async function issueSetUpCode({ write }: Database): Promise<string> {
  const code = newCode()
  await write(async (tx) => {
    await tx.deleteFrom('set_up_code').execute()
    await tx
      .insertInto('set_up_code')
      .values({ hash: hashOf(code), created_at: Date.now() })
      .execute()
  })
  return code
}

/**
 * Makes the first admin, account and record at once, with a verified email: whoever holds the code
 * (or the environment) owns the site. Throws a 400 for a wrong code, a 409 where there is an admin.
 */
export async function createFirstAdminIn(
  database: Database,
  hash: Hash,
  { email, password, code }: NewAdmin,
): Promise<UserRecordTable> {
  // Before the costly hash too: a made-up code must cost next to nothing.
  if (code !== undefined) await checkCode(database.main, code)
  const hashed = await hash(password)
  return database.write(async (tx) => {
    if (code !== undefined) await checkCode(tx, code)
    await tx
      .insertInto('milestone')
      .values({ name: MILESTONE, reached_at: Date.now() })
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error) ? new Refusal(409, 'This site has its first admin already. Please log in.') : error
      })
    await tx.deleteFrom('set_up_code').execute()
    await putAccount(tx, database.type, email.toLowerCase(), hashed)
    const record = await insertUser(tx, email, ADMIN)
    const detail = { emailAfter: record.email, roleAfter: record.role }
    await recordAudit(tx, {
      actor: code === undefined ? 'environment' : 'set-up code',
      action: 'user.added',
      subject: record.id,
      detail,
    })
    return record
  })
}

async function checkCode(db: Database['main'] | Tx, code: string): Promise<void> {
  // The newest alone: of two processes that start at once, neither sees the other's code to end it.
  const newest = await db.selectFrom('set_up_code').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  if (newest?.hash === hashOf(code) && isInTime(newest.created_at)) return
  const isTaken = await db.selectFrom('milestone').select('name').where('name', '=', MILESTONE).executeTakeFirst()
  if (isTaken) throw new Refusal(409, 'This site has its first admin already. Please log in.')
  const hours = SET_UP_CODE_LASTS / 3_600
  const sentence = `This set-up code is wrong or has expired. It works for ${hours} hours, and each start of the server makes a new one.`
  throw new Refusal(400, sentence, { code: sentence })
}

function isInTime(createdAt: number): boolean {
  const now = Date.now()
  return createdAt > now - SET_UP_CODE_LASTS * 1000 && createdAt <= latestPlausible(now)
}
