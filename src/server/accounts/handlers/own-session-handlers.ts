import { Refusal } from '../../../contract/refusal.ts'
import { confirmPassword, endOtherSessions, endSession, ownSessions } from '../../../contract/sessions.ts'
import { recordAudit } from '../../audit/audit.ts'
import { type Handled, handled } from '../../http/http.ts'
import { deviceOf } from '../own-sessions/device.ts'
import { deleteOtherSessions, deleteSession, markConfirmed, sessionsOf } from '../own-sessions/store.ts'
import type { Parts } from '../parts.ts'
import { proveIdentity } from '../prove-identity.ts'

/** Where the own account is logged in, and the end of that; and the password once more before a sensitive change. */
export function ownSessionHandlers(parts: Parts): Handled[] {
  const { database, sessions } = parts
  return [
    handled(confirmPassword, async ({ body: { password } }, caller) => {
      await proveIdentity(parts, caller, password)
      await database.write((tx) => markConfirmed(tx, caller.person.sessionId))
      return { message: 'Thank you. You can go on.' }
    }),
    handled(ownSessions, async (_, { person: { userId, sessionId } }) => {
      const all = await sessionsOf(database.read, userId)
      return all
        .map(({ id, userAgent, ...rest }) => ({ _id: id, device: deviceOf(userAgent), ...rest, isThis: id === sessionId }))
        .sort((one, other) => Number(other.isThis) - Number(one.isThis) || other.lastSeenAt - one.lastSeenAt)
    }),
    handled(endSession, async ({ body: { id } }, { person: { userId, email } }) => {
      await database.write(async (tx) => {
        if (!(await deleteSession(tx, userId, id))) throw new Refusal(404, 'This device is logged out already.')
        await recordAudit(tx, { actor: email, action: 'session.ended', subject: email })
      })
      sessions.forget()
      return { message: 'The device was logged out.' }
    }),
    handled(endOtherSessions, async (_, { person: { userId, sessionId, email } }) => {
      const count = await database.write(async (tx) => {
        const ended = await deleteOtherSessions(tx, userId, sessionId)
        if (ended > 0)
          await recordAudit(tx, { actor: email, action: 'session.ended', subject: email, detail: { count: String(ended) } })
        return ended
      })
      sessions.forget()
      if (count === 0) return { message: 'No other device is logged in.' }
      return { message: count === 1 ? 'The other device was logged out.' : `${count} other devices were logged out.` }
    }),
  ]
}
