import { ADMIN_ROLE } from '#contract/people/admin-users.ts'
import { defineEmail, type OutgoingEmail } from '../../mail/mail.ts'

/** A change of a user record. A new record has no `before`, and a removed one has no `after`. */
export type AdminUserChange = { actor: string } & (
  | { before?: UserSnapshot; after: UserSnapshot }
  | { before: UserSnapshot; after?: undefined }
)
type UserSnapshot = { email: string; role: string }

const SUBJECT = 'Your admin access'
const SAMPLE_ACTOR = 'owner@example.com'

/** Builds the emails to the person, at the old and new address, and to all admins except the actor. */
export function buildUserChangeEmails(change: AdminUserChange, admins: readonly string[]): OutgoingEmail[] {
  const { actor, before, after } = change
  const newEmail = (after ?? before).email
  const oldEmail = before && after && before.email !== after.email ? before.email : undefined
  const personEmail =
    after?.role === ADMIN_ROLE ? buildInvitationEmail(newEmail, { actor }) : buildAccessRemovedEmail(newEmail, { actor })
  const otherAdmins = admins.filter((email) => ![actor, newEmail, oldEmail].includes(email))
  return [
    personEmail,
    ...(oldEmail ? [buildAccessMovedEmail(oldEmail, { actor, newEmail })] : []),
    ...otherAdmins.map((to) => buildAdminChangeEmail(to, change)),
  ]
}

/** Tells a person with the admin role how to get an account. */
export const buildInvitationEmail = defineEmail<{ actor: string }>({
  name: 'admin-invitation',
  title: 'Admin invitation',
  audience: 'account',
  sentWhen: 'Someone becomes an admin, or gets another invitation.',
  sample: { actor: SAMPLE_ACTOR },
  compose: ({ actor }) => ({
    subject: SUBJECT,
    heading: 'You’re an admin',
    intro: [`${actor} made you an admin. Log in with this email address.`],
    action: { label: 'Open the admin area', path: '/admin' },
    details: [
      'No account yet? Register with this address first, then confirm it with the link that we email you.',
      { link: { label: 'Create your account', path: '/register' } },
    ],
  }),
})

const buildAccessRemovedEmail = defineEmail<{ actor: string }>({
  name: 'admin-access-removed',
  title: 'Admin access removed',
  audience: 'account',
  sentWhen: 'Someone is no longer an admin.',
  sample: { actor: SAMPLE_ACTOR },
  compose: ({ actor }) => ({
    subject: SUBJECT,
    heading: 'You’re no longer an admin',
    intro: [`${actor} removed your admin access. If you have an account, you can still log in to it.`],
    action: { label: 'Log in', path: '/login' },
  }),
})

const buildAccessMovedEmail = defineEmail<{ actor: string; newEmail: string }>({
  name: 'admin-access-moved',
  title: 'Admin access moved',
  audience: 'account',
  sentWhen: 'An admin’s email address changes. This email goes to the old one.',
  sample: { actor: SAMPLE_ACTOR, newEmail: 'partner@example.com' },
  compose: ({ actor, newEmail }) => ({
    subject: SUBJECT,
    heading: 'Your admin access moved',
    intro: [
      `${actor} moved your admin access to another address, ${newEmail}. This address no longer has it.`,
      `If that’s a mistake, talk to ${actor}.`,
    ],
  }),
})

const buildAdminChangeEmail = defineEmail<AdminUserChange>({
  name: 'admin-changed',
  title: 'Admins changed',
  audience: 'admin',
  sentWhen: 'An admin adds, changes or removes another admin.',
  sample: { actor: SAMPLE_ACTOR, after: { email: 'partner@example.com', role: ADMIN_ROLE } },
  compose: (change) => ({
    subject: 'An admin user was changed',
    heading: 'Your team changed',
    intro: [describeChange(change), 'If that’s a mistake, you can change it back.'],
    action: { label: 'See the admins', path: '/add-user' },
  }),
})

function describeChange({ actor, before, after }: AdminUserChange): string {
  if (!after) return `${actor} removed the user ${before.email} (${before.role}).`
  if (!before) return `${actor} added the user ${after.email} (${after.role}).`
  return `${actor} changed the user ${before.email} (${before.role}) to ${after.email} (${after.role}).`
}
