import { ADMIN_ROLE } from '../../../contract/people/admin-users.ts'
import type { OutgoingEmail } from '../../mail/mail.ts'

/** A change of a user record. A new record has no `before`, and a removed one has no `after`. */
export type UserChange = { actor: string } & (
  | { before?: UserSnapshot; after: UserSnapshot }
  | { before: UserSnapshot; after?: undefined }
)
type UserSnapshot = { email: string; role: string }

/** Builds the emails to the person, at the old and new address, and to all admins except the actor. */
export function buildUserChangeEmails(change: UserChange, admins: readonly string[], origin: string): OutgoingEmail[] {
  const { actor, before, after } = change
  const newEmail = (after ?? before).email
  const oldEmail = before && after && before.email !== after.email ? before.email : undefined
  const personEmail = { to: newEmail, subject: SUBJECT, text: buildPersonText(change, origin) }
  const oldAddressEmail = oldEmail && after && { to: oldEmail, subject: SUBJECT, text: buildOldAddressText(actor, after) }
  const otherAdmins = admins.filter((email) => ![actor, newEmail, oldEmail].includes(email))
  const adminEmails = otherAdmins.map((to) => ({
    to,
    subject: 'An admin user was changed',
    text: buildAdminText(change, origin),
  }))
  return [personEmail, ...(oldAddressEmail ? [oldAddressEmail] : []), ...adminEmails]
}

/** Builds the email that tells a person with the admin role how to get an account. */
export function buildInvitationEmail(actor: string, to: UserSnapshot, origin: string): OutgoingEmail {
  return { to: to.email, subject: SUBJECT, text: buildPersonText({ actor, after: to }, origin) }
}

const SUBJECT = 'Your rights on our site'

function buildPersonText({ actor, before, after }: UserChange, origin: string): string {
  if (after?.role !== ADMIN_ROLE)
    return `${actor} removed your admin rights on our site. If you have an account there, you keep it and can log in as before.`
  return `${actor} ${before ? 'changed' : 'added'} you as an admin of our site:

${origin}/admin

Log in with this address (${after.email}). If you have no account yet, register with it first and confirm it with the link we email you:

${origin}/register`
}

function buildOldAddressText(actor: string, after: UserSnapshot): string {
  return `${actor} moved your admin rights on our site to another address, ${after.email}. This address no longer has any.

If that is not right, please talk to ${actor}.`
}

function buildAdminText(change: UserChange, origin: string): string {
  return `${describeChange(change)}

If that is not right, look at the admin users and talk to each other:

${origin}/add-user`
}

function describeChange({ actor, before, after }: UserChange): string {
  if (!after) return `${actor} removed the user ${before.email} (${before.role}).`
  if (!before) return `${actor} added the user ${after.email} (${after.role}).`
  return `${actor} changed the user ${before.email} (${before.role}) to ${after.email} (${after.role}).`
}
