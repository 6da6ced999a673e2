import { endpointsOf } from '../../../contract/content/content-kind-endpoints.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { createFirstAdmin, setUpState } from '../../../contract/people/accounts.ts'
import { type AdminUser, inviteAdmin, listAdminUsers, removeUser } from '../../../contract/people/admin-users.ts'
import { user } from '../../../contract/people/user.ts'
import type { UserRecordTable } from '../../platform/db/tables.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import { ADMIN, type Users } from './users.ts'

/** The user records of spec section 3, and the first admin. */
export function userHandlers(users: Users): Handled[] {
  const { list, one, add, update } = endpointsOf(user)
  if (!one || !update) throw new Error('The user content kind lacks a call.')
  return [
    handled(list, async (_, { session: { viewer } }) => {
      if (viewer.kind === 'visitor') return []
      return (await users.list(viewer.kind === 'admin' ? undefined : viewer.email)).map(toWire)
    }),
    handled(one, async ({ params }, { session: { viewer } }) => {
      const record = await users.find(params.id)
      const isOwn = viewer.kind !== 'visitor' && record?.email === viewer.email.toLowerCase()
      // Somebody else's record is as unknown as a missing one.
      if (!record || !(viewer.kind === 'admin' || isOwn)) throw new Refusal(404, 'There is no such record.')
      return toWire(record)
    }),
    handled(add, async ({ body }, { person, once }) => {
      const record = await users.add(person.email, wantedIn(body), once)
      return { message: user.messages.added, record: toWire(record) }
    }),
    handled(update, async ({ params, body }, { person }) => {
      const record = await users.update(person.email, params.id, wantedIn(body))
      return { message: user.messages.updated ?? '', record: toWire(record) }
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
      return { message: user.messages.added, record: toWire(record) }
    }),
  ]
}

function wantedIn({ userEmail = '', userRole = '' }: Record<string, string>) {
  return { email: userEmail, role: userRole }
}

function stateOf({ role, isUsable }: UserRecordTable & { isUsable: boolean }): AdminUser['_state'] {
  if (role !== ADMIN) return 'withoutRights'
  return isUsable ? 'active' : 'pending'
}

function toWire({ id, email, role }: UserRecordTable) {
  return { _id: id, userEmail: email, userRole: role }
}
