import { ADMIN } from '../../../contract/people/admin-users.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { UserRecordTable } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { UserChange } from './mails.ts'
import { deleteSetUpCodes, insertFirstAdmin, insertUser, listUsers, lockUsers, replaceUser } from './store.ts'

/**
 * Makes somebody an admin whom no admin has to ask for: `actor` has the machine. Answers what changed; undefined where
 * they were one already.
 */
export async function grantAdmin(tx: Tx, email: string, actor: string): Promise<UserChange | undefined> {
  await insertFirstAdmin(tx)
  await deleteSetUpCodes(tx)
  await lockUsers(tx)
  const [before] = await listUsers(tx, email)
  if (before?.role === ADMIN) return undefined
  const after = before ? await promoted(tx, before) : await insertUser(tx, email, ADMIN)
  const detail = {
    ...(before && { emailBefore: before.email, roleBefore: before.role }),
    emailAfter: after.email,
    roleAfter: after.role,
  }
  await recordAudit(tx, { actor, action: before ? 'user.changed' : 'user.added', subject: after.id, detail })
  return { actor, ...(before && { before }), after }
}

async function promoted(tx: Tx, record: UserRecordTable): Promise<UserRecordTable> {
  const after = { ...record, role: ADMIN, updated_at: Date.now() }
  await replaceUser(tx, after)
  return after
}
