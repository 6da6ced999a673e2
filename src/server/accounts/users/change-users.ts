import { Refusal } from '../../../contract/refusal.ts'
import { isEmail } from '../../../contract/text.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Once } from '../../db/once.ts'
import type { UserRecordTable } from '../../db/tables.ts'
import type { Tx } from '../../db/write.ts'
import type { Parts } from '../parts.ts'
import { ADMIN, insertUser } from '../store.ts'
import { mailsAbout, type UserChange } from './mails.ts'
import { adminEmails, findUser, lockUsers, replaceUser, usableAdminEmails } from './store.ts'

type Wanted = { email: string; role: string }

/** Adds a user record, writes that down and tells those whom it concerns: all of it or nothing. */
export function addUser(parts: Parts, actor: string, { email, role }: Wanted, once?: Once): Promise<UserRecordTable> {
  const work = async (tx: Tx) => ({ after: await insertUser(tx, email, role) })
  return changing(parts, actor, work, once)
}

/** Changes a user record. Throws a 404 for an unknown id and a 409 where nobody could log in as an admin any more. */
export function updateUser(parts: Parts, actor: string, id: string, { email, role }: Wanted): Promise<UserRecordTable> {
  return changing(parts, actor, async (tx) => {
    const before = await findUser(tx, id)
    if (!before) throw new Refusal(404, 'There is no such record.')
    const after = { ...before, email: email.toLowerCase(), role, updated_at: Date.now() }
    if (after.email === before.email && after.role === before.role) return { after: before, before }
    await replaceUser(tx, after)
    if ((await usableAdminEmails(tx)).length === 0) throw lockedOut(before, after)
    return { before, after }
  })
}

type Done = { before?: UserRecordTable; after: UserRecordTable }

async function changing(parts: Parts, actor: string, work: (tx: Tx) => Promise<Done>, once?: Once): Promise<UserRecordTable> {
  const { database, mail, config } = parts
  const record = await database.write(async (tx) => {
    await lockUsers(tx)
    const admins = await adminEmails(tx)
    // Since the call was let in, another admin may have taken the rights away.
    if (!admins.includes(actor.toLowerCase())) throw new Refusal(403, 'Only an admin may do this.')
    const done = await work(tx)
    if (done.before === done.after) return done.after
    await writeDown(tx, actor, done)
    const change: UserChange = { actor: actor.toLowerCase(), ...done }
    for (const one of mailsAbout(change, admins.filter(isEmail), config.origins[0])) await mail.post(tx, one)
    return done.after
  }, once)
  mail.wake()
  return record
}

function writeDown(tx: Tx, actor: string, { before, after }: Done): Promise<void> {
  const detail = {
    ...(before && { emailBefore: before.email, roleBefore: before.role }),
    emailAfter: after.email,
    roleAfter: after.role,
  }
  return recordAudit(tx, { actor, action: before ? 'user.changed' : 'user.added', subject: after.id, detail })
}

function lockedOut(before: UserRecordTable, after: UserRecordTable): Refusal {
  if (after.role !== ADMIN)
    return new Refusal(409, `${before.email} is the last admin who can log in. Make somebody else an admin first.`)
  const sentence = `Nobody could log in as an admin any more: ${after.email} has no account with a confirmed address. Register and confirm it first.`
  return new Refusal(409, sentence, { userEmail: sentence })
}
