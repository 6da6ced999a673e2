import { Refusal } from '../../../contract/grammar/refusal.ts'
import { createFirstAdmin, setUpState } from '../../../contract/people/accounts.ts'
import { ADMIN, type AdminUser, inviteAdmin, listAdminUsers, removeUser } from '../../../contract/people/admin-users.ts'
import { addUser, listUsers, oneUser, updateUser } from '../../../contract/people/user.ts'
import type { UserRecordTable } from '../../platform/db/tables.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Users } from './users.ts'

const ADDED = 'User Is Added'
const UPDATED = 'User Is Update'

/** The user records of spec section 3, and the first admin. */
export function userHandlers(users: Users): Handled[] {
  return [
    handled(listUsers, async (_, { session: { viewer } }) => {
      if (viewer.kind === 'visitor') return []
      return (await users.list(viewer.kind === 'admin' ? undefined : viewer.email)).map(toWire)
    }),
    handled(oneUser, async ({ params }, { session: { viewer } }) => {
      const record = await users.find(params.id)
      const isOwn = viewer.kind !== 'visitor' && record?.email === viewer.email.toLowerCase()
      // Somebody else's record is as unknown as a missing one.
      if (!record || !(viewer.kind === 'admin' || isOwn)) throw new Refusal(404, 'There is no such record.')
      return toWire(record)
    }),
    handled(addUser, async ({ body: { userEmail, userRole } }, { person, once }) => {
      const record = await users.add(person.email, { email: userEmail, role: userRole }, once)
      return { message: ADDED, record: toWire(record) }
    }),
    handled(updateUser, async ({ params, body: { userEmail, userRole } }, { person }) => {
      const record = await users.update(person.email, params.id, { email: userEmail, role: userRole })
      return { message: UPDATED, record: toWire(record) }
    }),
    handled(listAdminUsers, async () =>
      (await users.listWithStates()).map((record) => ({
        ...toWire(record),
        _state: stateOf(record),
        _since: record.created_at,
      })),
    ),
    handled(inviteAdmin, async ({ params }, { person }) => {
      await users.invite(person.email, params.id)
      return { message: 'The invitation is on its way again.' }
    }),
    handled(removeUser, async ({ params }, { person }) => {
      await users.remove(person.email, params.id)
      return { message: 'The user is removed.' }
    }),
    handled(setUpState, async () => ({ needsAdmin: await users.needsFirstAdmin() })),
    handled(createFirstAdmin, async ({ body }, caller) => {
      const record = await users.addFirstAdmin(body, caller)
      return { message: ADDED, record: toWire(record) }
    }),
  ]
}

function stateOf({ role, isUsable }: UserRecordTable & { isUsable: boolean }): AdminUser['_state'] {
  if (role !== ADMIN) return 'withoutRights'
  return isUsable ? 'active' : 'pending'
}

function toWire({ id, email, role }: UserRecordTable) {
  return { _id: id, userEmail: email, userRole: role }
}
