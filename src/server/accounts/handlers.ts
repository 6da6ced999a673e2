import { createFirstAdmin, setUpState, signIn, signOut } from '../../contract/accounts.ts'
import { Refusal } from '../../contract/refusal.ts'
import { endpointsOf } from '../../contract/section-endpoints.ts'
import { user } from '../../contract/sections/user.ts'
import type { Database } from '../db/db.ts'
import type { UserRecordTable } from '../db/tables.ts'
import { type Caller, type Handled, handled } from '../http/http.ts'
import type { Auth } from './auth.ts'
import { createFirstAdminIn, needsFirstAdmin } from './first-admin.ts'
import type { Sessions } from './sessions.ts'
import type { AccountStore } from './store.ts'

type Parts = { database: Database; auth: Auth; store: AccountStore; sessions: Sessions }

export function accountHandlers(parts: Parts): Handled[] {
  return [...sessionHandlers(parts), ...userHandlers(parts)]
}

function sessionHandlers({ database, auth, sessions }: Parts): Handled[] {
  const signInAs = async (body: { email: string; password: string }, caller: Caller) => {
    const response = await auth.api.signInEmail({ body, headers: caller.headers, asResponse: true })
    // One sentence for both, so that nobody learns which addresses have an account.
    if (!response.ok) throw new Refusal(401, 'The email or the password is not right.')
    copyCookies(response, caller)
  }
  return [
    handled(signIn, async ({ body }, caller) => {
      await signInAs(body, caller)
      return { message: 'You are logged in.' }
    }),
    handled(signOut, async (_, caller) => {
      const response = await auth.api.signOut({ headers: caller.headers, asResponse: true })
      sessions.forget()
      copyCookies(response, caller)
      return { message: 'You are logged out.' }
    }),
    handled(setUpState, async () => ({ needsAdmin: await needsFirstAdmin(database) })),
    handled(createFirstAdmin, async ({ body }, caller) => {
      const record = await createFirstAdminIn(database, auth, body)
      sessions.forget()
      await signInAs({ email: record.email, password: body.password }, caller)
      return { message: user.messages.added, record: toWire(record) }
    }),
  ]
}

function userHandlers({ store, sessions }: Parts): Handled[] {
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
    handled(add, async ({ body }) => ({
      message: user.messages.added,
      record: toWire(await store.add(body.userEmail ?? '', body.userRole ?? '')),
    })),
    handled(update, async ({ params, body }) => {
      const record = await store.update(params.id, body.userEmail ?? '', body.userRole ?? '')
      sessions.forget()
      return { message: user.messages.updated ?? '', record: toWire(record) }
    }),
  ]
}

function toWire({ id, email, role }: UserRecordTable) {
  return { _id: id, userEmail: email, userRole: role }
}

function copyCookies(response: Response, { replyHeaders }: Caller): void {
  for (const cookie of response.headers.getSetCookie()) replyHeaders.append('set-cookie', cookie)
}
