import { Refusal } from '../../../contract/grammar/refusal.ts'
import { SET_UP_CODE_LASTS } from '../../../contract/people/accounts.ts'
import { ADMIN } from '../../../contract/people/admin-users.ts'
import { recordAudit } from '../../audit/audit.ts'
import { latestPlausible } from '../../platform/db/clock.ts'
import type { Reader, UserRecordTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { hashOf } from '../../platform/secrets/secrets.ts'
import { putAccount } from '../accounts/accounts.ts'
import { deleteSetUpCodes, hasFirstAdmin, insertFirstAdmin, insertUser, newestSetUpCode } from './store.ts'

/** Without `code` it is the one that the environment names. */
type FirstAdmin = { email: string; hash: string; code?: string }

/**
 * Makes the first admin, account and record at once, with a verified email: whoever holds the code
 * (or the environment) owns the site. Throws a 400 for a wrong code, a 409 where there is an admin.
 */
export async function insertFirstAdminWith(tx: Tx, { email, hash, code }: FirstAdmin): Promise<UserRecordTable> {
  if (code !== undefined) await checkSetUpCode(tx, code)
  if (!(await insertFirstAdmin(tx))) throw hasOne()
  await deleteSetUpCodes(tx)
  await putAccount(tx, email.toLowerCase(), hash)
  const record = await insertUser(tx, email, ADMIN)
  const detail = { emailAfter: record.email, roleAfter: record.role }
  const actor = code === undefined ? 'environment' : 'set-up code'
  await recordAudit(tx, { actor, action: 'user.added', subject: record.id, detail })
  return record
}

/** Throws a 400 for a wrong code, a 409 where there is an admin already. */
export async function checkSetUpCode(db: Reader, code: string): Promise<void> {
  const newest = await newestSetUpCode(db)
  if (newest?.hash === hashOf(code) && isInTime(newest.created_at)) return
  if (await hasFirstAdmin(db)) throw hasOne()
  const hours = SET_UP_CODE_LASTS / 3_600
  const sentence = `This set-up code is wrong or has expired. It works for ${hours} hours, and each start of the server makes a new one.`
  throw new Refusal(400, sentence, { code: sentence })
}

function hasOne(): Refusal {
  return new Refusal(409, 'This site has its first admin already. Please log in.')
}

function isInTime(createdAt: number): boolean {
  const now = Date.now()
  return createdAt > now - SET_UP_CODE_LASTS * 1000 && createdAt <= latestPlausible(now)
}
