import { ADMIN } from '../../../contract/people/admin-users.ts'
import type { Outgoing } from '../../mail/mail.ts'

/** A change of a user record: without `before` it is new, without `after` it was removed. */
export type UserChange = { actor: string } & ({ before?: Reading; after: Reading } | { before: Reading; after?: undefined })
type Reading = { email: string; role: string }

/** One mail each to the person (old and new address) and to the admins who were not there when it was done. */
export function mailsAbout(change: UserChange, admins: readonly string[], origin: string): Outgoing[] {
  const { actor, before, after } = change
  const person = (after ?? before).email
  const old = before && after && before.email !== after.email ? before.email : undefined
  const toPerson = { to: person, subject: SUBJECT, text: personText(change, origin) }
  const toOld = old && after && { to: old, subject: SUBJECT, text: oldAddressText(actor, after) }
  const others = admins.filter((email) => ![actor, person, old].includes(email))
  const toOthers = others.map((to) => ({ to, subject: 'An admin user was changed', text: adminText(change, origin) }))
  return [toPerson, ...(toOld ? [toOld] : []), ...toOthers]
}

/** How somebody becomes an admin who is one by the records already. */
export function invitationMail(actor: string, to: Reading, origin: string): Outgoing {
  return { to: to.email, subject: SUBJECT, text: personText({ actor, after: to }, origin) }
}

const SUBJECT = 'Your rights on our site'

function personText({ actor, before, after }: UserChange, origin: string): string {
  if (after?.role !== ADMIN)
    return `${actor} removed your admin rights on our site. If you have an account there, you keep it and can log in as before.`
  return `${actor} ${before ? 'changed' : 'added'} you as an admin of our site:

${origin}/admin

Log in with this address (${after.email}). If you have no account yet, register with it first and confirm it with the link we email you:

${origin}/register`
}

function oldAddressText(actor: string, after: Reading): string {
  return `${actor} moved your admin rights on our site to another address, ${after.email}. This address no longer has any.

If that is not right, please talk to ${actor}.`
}

function adminText(change: UserChange, origin: string): string {
  return `${sentenceAbout(change)}

If that is not right, look at the admin users and talk to each other:

${origin}/add-user`
}

function sentenceAbout({ actor, before, after }: UserChange): string {
  if (!after) return `${actor} removed the user ${before.email} (${before.role}).`
  if (!before) return `${actor} added the user ${after.email} (${after.role}).`
  return `${actor} changed the user ${before.email} (${before.role}) to ${after.email} (${after.role}).`
}
