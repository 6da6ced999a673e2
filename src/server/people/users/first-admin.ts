import { UserError } from '#contract/core/user-error.ts'
import { ADMIN_ROLE } from '#contract/people/admin-users.ts'
import { FIRST_ADMIN_CODE_TTL_SECONDS } from '#contract/people/first-admin-setup.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader, UserRoleTable } from '#platform/db/tables.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { createOrReplaceAccount } from '../accounts/accounts.ts'
import {
  deleteFirstAdminSetupCodes,
  findFirstAdminSetupCode,
  hasEverHadAdmin,
  insertUserRoleRecord,
  markFirstAdminCreated,
} from './store.ts'

/** Without `code`, the first admin comes from the environment. */
type FirstAdmin = { email: string; hash: string; code?: string }

export type CreatedFirstAdmin = { record: UserRoleTable; accountId: string }

/**
 * Creates the account and the user record of the first admin. The email counts as verified, because a person with the
 * code or the environment owns the site. Throws a 400 for a wrong code, and a 409 if the site has an admin.
 */
export async function createFirstAdmin(tx: Tx, { email, hash, code }: FirstAdmin): Promise<CreatedFirstAdmin> {
  if (code !== undefined) await assertFirstAdminSetupCode(tx, code)
  if (!(await markFirstAdminCreated(tx))) throw firstAdminExistsError()
  await deleteFirstAdminSetupCodes(tx)
  const accountId = await createOrReplaceAccount(tx, email.toLowerCase(), hash)
  const record = await insertUserRoleRecord(tx, email, ADMIN_ROLE)
  const detail = { emailAfter: record.email, roleAfter: record.role }
  const actor = code === undefined ? 'environment' : 'set-up code'
  await recordAuditEntry(tx, { actor, action: 'user.added', subject: record.id, detail })
  return { record, accountId }
}

/** Throws a 400 for a wrong code, and a 409 if the site has an admin. */
export async function assertFirstAdminSetupCode(db: DatabaseReader, code: string): Promise<void> {
  const newest = await findFirstAdminSetupCode(db)
  if (newest?.hash === hashToken(code) && isUnexpired(newest.created_at)) return
  if (await hasEverHadAdmin(db)) throw firstAdminExistsError()
  const hours = FIRST_ADMIN_CODE_TTL_SECONDS / 3_600
  const message = `This set-up code is wrong or has expired. It works for ${hours} hours, and each start of the server prints a new one.`
  throw new UserError(400, message, 'code')
}

function firstAdminExistsError(): UserError {
  return new UserError(409, 'This site already has an admin. Please log in.')
}

function isUnexpired(createdAt: number): boolean {
  const now = Date.now()
  return createdAt > now - FIRST_ADMIN_CODE_TTL_SECONDS * 1000 && createdAt <= computeLatestPlausibleTime(now)
}
