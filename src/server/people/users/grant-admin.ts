import { ADMIN_ROLE } from '#contract/people/admin-users.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { AdminUserChange } from './emails.ts'
import {
  deleteFirstAdminSetupCodes,
  insertUserRoleRecord,
  listUserRoleRecords,
  lockUserRoleRecords,
  markFirstAdminCreated,
  updateUserRoleRecord,
} from './store.ts'
import type { UserRoleTable } from './tables.ts'

/**
 * Gives a person the admin role without another admin. `actor` has access to the machine. Returns undefined if the
 * person is an admin already.
 */
export async function grantAdmin(tx: Tx, email: string, actor: string): Promise<AdminUserChange | undefined> {
  await markFirstAdminCreated(tx)
  await deleteFirstAdminSetupCodes(tx)
  await lockUserRoleRecords(tx)
  const [before] = await listUserRoleRecords(tx, email)
  if (before?.role === ADMIN_ROLE) return undefined
  const after = before ? await promoteToAdmin(tx, before) : await insertUserRoleRecord(tx, email, ADMIN_ROLE)
  const detail = {
    ...(before && { emailBefore: before.email, roleBefore: before.role }),
    emailAfter: after.email,
    roleAfter: after.role,
  }
  await recordAuditEntry(tx, { actor, action: before ? 'user.changed' : 'user.added', subject: after.id, detail })
  return { actor, ...(before && { before }), after }
}

async function promoteToAdmin(tx: Tx, record: UserRoleTable): Promise<UserRoleTable> {
  const after = { ...record, role: ADMIN_ROLE, updated_at: Date.now() }
  await updateUserRoleRecord(tx, after)
  return after
}
