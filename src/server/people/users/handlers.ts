import { UserError } from '#contract/core/user-error.ts'
import {
  ADMIN_ROLE,
  type AdminUser,
  listAdminUsersEndpoint,
  removeUserRecordEndpoint,
  resendAdminInvitationEndpoint,
} from '#contract/people/admin-users.ts'
import { createFirstAdminEndpoint, getSetupStateEndpoint } from '#contract/people/first-admin-setup.ts'
import {
  addUserRecordEndpoint,
  getUserRecordEndpoint,
  listUserRecordsEndpoint,
  updateUserRecordEndpoint,
} from '#contract/people/user-role-records.ts'
import { getWorkEmailFrequencyEndpoint, setWorkEmailFrequencyEndpoint } from '#contract/people/work-email-frequency.ts'
import type { UserRoleTable } from '#platform/db/tables.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { UsersModule } from './users.ts'

const ADDED_MESSAGE = 'User Is Added'
const UPDATED_MESSAGE = 'User Is Update'

/** User records (P-71) and the first admin (P-75). */
export function createUserHandlers(users: UsersModule): EndpointHandler[] {
  return [
    defineHandler(listUserRecordsEndpoint, async (_, { session: { viewer } }) => {
      if (viewer.kind === 'visitor') return []
      return (await users.list(viewer.kind === 'admin' ? undefined : viewer.email)).map(serializeUserRecord)
    }),
    defineHandler(getUserRecordEndpoint, async ({ params }, { session: { viewer } }) => {
      const record = await users.find(params.id)
      const isOwn = viewer.kind !== 'visitor' && record?.email === viewer.email.toLowerCase()
      // Another person's record answers like a missing one.
      if (!record || !(viewer.kind === 'admin' || isOwn)) throw new UserError(404, 'This doesn’t exist anymore.')
      return serializeUserRecord(record)
    }),
    defineHandler(addUserRecordEndpoint, async ({ body: { userEmail, userRole } }, { person, idempotency }) => {
      const record = await users.add(person.email, { email: userEmail, role: userRole }, idempotency)
      return { message: ADDED_MESSAGE, record: serializeUserRecord(record) }
    }),
    defineHandler(updateUserRecordEndpoint, async ({ params, body: { userEmail, userRole } }, { person }) => {
      const record = await users.update(person.email, params.id, { email: userEmail, role: userRole })
      return { message: UPDATED_MESSAGE, record: serializeUserRecord(record) }
    }),
    defineHandler(listAdminUsersEndpoint, async () =>
      (await users.listWithStates()).map((record) => ({
        ...serializeUserRecord(record),
        _state: getAdminState(record),
        _since: record.created_at,
      })),
    ),
    defineHandler(resendAdminInvitationEndpoint, async ({ params }, { person }) => {
      await users.resendInvitation(person.email, params.id)
      return { message: 'We sent the invitation again' }
    }),
    defineHandler(removeUserRecordEndpoint, async ({ params }, { person }) => {
      await users.remove(person.email, params.id)
      return { message: 'The user was removed' }
    }),
    defineHandler(getWorkEmailFrequencyEndpoint, async (_, { person }) => ({
      workEmails: await users.findWorkEmailFrequency(person.email),
    })),
    defineHandler(setWorkEmailFrequencyEndpoint, async ({ body }, { person }) => {
      await users.setWorkEmailFrequency(person.email, body.workEmails)
      return { message: 'Your choice is saved.', record: body }
    }),
    defineHandler(getSetupStateEndpoint, async () => ({ needsAdmin: await users.needsFirstAdmin() })),
    defineHandler(createFirstAdminEndpoint, async ({ body }, caller) => {
      const record = await users.addFirstAdmin(body, caller)
      return { message: ADDED_MESSAGE, record: serializeUserRecord(record) }
    }),
  ]
}

function getAdminState({ role, isActive }: UserRoleTable & { isActive: boolean }): AdminUser['_state'] {
  if (role !== ADMIN_ROLE) return 'withoutRights'
  return isActive ? 'active' : 'pending'
}

function serializeUserRecord({ id, email, role }: UserRoleTable) {
  return { _id: id, userEmail: email, userRole: role }
}
