import { EMAIL_CHANGE_TTL_SECONDS } from '#contract/people/own-account-security.ts'
import { defineEmail, type LinkInEmail } from '../../mail/mail.ts'

/** `newEmail` is set in the email to the old address. */
export const buildEmailChangeLinkEmail = defineEmail<{ path: LinkInEmail['path']; newEmail?: string }>({
  name: 'change-email',
  title: 'Change of the email',
  audience: 'account',
  sentWhen: 'A person asks to change the email of the account. One goes to the old and one to the new address.',
  sample: { path: '/change-email?token=sample', newEmail: 'new@example.com' },
  compose: ({ path, newEmail }) => ({
    subject: newEmail ? 'Approve your new email address' : 'Confirm your new email address',
    heading: newEmail ? 'Approve your new email' : 'Confirm your new email',
    intro: [
      newEmail
        ? `You asked to change the email of your account to ${newEmail}. Both addresses must agree.`
        : 'You asked to use this address for your account. Please confirm that it’s yours.',
    ],
    action: { label: newEmail ? 'Approve this change' : 'Confirm this address', path },
    details: [
      `The link works for ${EMAIL_CHANGE_TTL_SECONDS / 3_600} hours and asks you to log in.`,
      newEmail
        ? { link: { label: 'Wasn’t you? Choose a new password, and the change ends', path: '/reset' } }
        : 'If this wasn’t you, ignore this email.',
    ],
  }),
})

/** Goes to both addresses. `at` is epoch ms. */
export const buildEmailChangedEmail = defineEmail<{ oldEmail: string; newEmail: string; at: number }>({
  name: 'email-changed',
  title: 'Email changed',
  audience: 'account',
  sentWhen: 'The email of an account changes. It goes to both addresses.',
  sample: { oldEmail: 'old@example.com', newEmail: 'new@example.com', at: Date.UTC(2026, 10, 23, 20) },
  compose: ({ oldEmail, newEmail, at }) => ({
    subject: 'Your email address was changed',
    heading: 'Your email was changed',
    intro: [
      `You now log in with ${newEmail} and your password. Your orders moved along, and we logged out your other devices.`,
      { facts: [['Old email', oldEmail] as const, ['When', { at }] as const] },
      'Wasn’t you? Please write to us right away.',
    ],
    action: { label: 'Open your account', path: '/account' },
  }),
})
