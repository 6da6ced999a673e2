import type { Outgoing } from '../mail/mail.ts'
import { ADMIN } from './store.ts'

/** A change of a user record; without `before` it is new. */
export type UserChange = { actor: string; before?: Reading; after: Reading }
type Reading = { email: string; role: string }

/** One mail each to the person (old and new address) and to the admins who were not there when it was done. */
export function mailsAbout(change: UserChange, admins: readonly string[], origin: string): Outgoing[] {
  const { actor, before, after } = change
  const old = before && before.email !== after.email ? before.email : undefined
  const toPerson = { to: after.email, subject: 'Your rights on our site', text: personText(change, origin) }
  const toOld = old && { to: old, subject: 'Your rights on our site', text: oldAddressText(change) }
  const others = admins.filter((email) => ![actor, after.email, old].includes(email))
  const toOthers = others.map((to) => ({ to, subject: 'An admin user was changed', text: adminText(change, origin) }))
  return [toPerson, ...(toOld ? [toOld] : []), ...toOthers]
}

function personText({ actor, before, after }: UserChange, origin: string): string {
  if (after.role !== ADMIN) return `${actor} took your admin rights on our site away. Your account stays as it is.`
  return `${actor} ${before ? 'changed' : 'added'} you as an admin of our site:

${origin}/admin

Log in with this address (${after.email}). If you have no account yet, register with it first and confirm it by the link that we mail you:

${origin}/register`
}

function oldAddressText({ actor, after }: UserChange): string {
  return `${actor} moved your admin rights on our site to another address, ${after.email}. This address no longer has any.

If that is not right, please talk to ${actor}.`
}

function adminText({ actor, before, after }: UserChange, origin: string): string {
  const sentence = before
    ? `${actor} changed the user ${before.email} (${before.role}) to ${after.email} (${after.role}).`
    : `${actor} added the user ${after.email} (${after.role}).`
  return `${sentence}

If that is not right, look at the admin users and talk to each other:

${origin}/add-user`
}
