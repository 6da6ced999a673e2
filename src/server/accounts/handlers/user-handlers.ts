import { Refusal } from '../../../contract/refusal.ts'
import { endpointsOf } from '../../../contract/section-endpoints.ts'
import { user } from '../../../contract/sections/user.ts'
import type { UserRecordTable } from '../../db/tables.ts'
import { type Handled, handled } from '../../http/http.ts'
import type { Parts } from '../parts.ts'
import { addUser, updateUser } from '../users/change-users.ts'

/** The user records of spec section 3. */
export function userHandlers(parts: Parts): Handled[] {
  const { store, sessions } = parts
  const { list, one, add, update } = endpointsOf(user)
  if (!one || !update) throw new Error('The users section lacks a call.')
  return [
    handled(list, async (_, { session: { viewer } }) => {
      if (viewer.kind === 'visitor') return []
      return (await store.list(viewer.kind === 'admin' ? undefined : viewer.email)).map(toWire)
    }),
    handled(one, async ({ params }, { session: { viewer } }) => {
      const record = await store.find(params.id)
      const isOwn = viewer.kind !== 'visitor' && record?.email === viewer.email.toLowerCase()
      // Somebody else's record is as unknown as a missing one.
      if (!record || !(viewer.kind === 'admin' || isOwn)) throw new Refusal(404, 'There is no such record.')
      return toWire(record)
    }),
    handled(add, async ({ body }, { person, once }) => {
      const record = await addUser(parts, person.email, wantedIn(body), once)
      sessions.forget()
      return { message: user.messages.added, record: toWire(record) }
    }),
    handled(update, async ({ params, body }, { person }) => {
      const record = await updateUser(parts, person.email, params.id, wantedIn(body))
      sessions.forget()
      return { message: user.messages.updated ?? '', record: toWire(record) }
    }),
  ]
}

function wantedIn({ userEmail = '', userRole = '' }: Record<string, string>) {
  return { email: userEmail, role: userRole }
}

export function toWire({ id, email, role }: UserRecordTable) {
  return { _id: id, userEmail: email, userRole: role }
}
