import { RESET_LINK_TTL_SECONDS } from '#contract/people/authentication.ts'
import { defineEmail, type LinkInEmail } from '../../mail/mail.ts'

const LIFETIME_HOURS = RESET_LINK_TTL_SECONDS / 3_600

export const buildPasswordResetEmail = defineEmail<{ path: LinkInEmail['path'] }>({
  name: 'password-reset',
  title: 'Password reset',
  audience: 'account',
  sentWhen: 'Someone asks for a new password.',
  sample: { path: '/reset?token=sample' },
  compose: ({ path }) => ({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    intro: ['Someone, most likely you, asked for a new password for your account.'],
    action: { label: 'Choose a new password', path },
    details: [
      `The link works once, for ${LIFETIME_HOURS === 1 ? 'one hour' : `${LIFETIME_HOURS} hours`}.`,
      'Didn’t ask for this? Ignore this email, and your password stays the same.',
    ],
  }),
})

/** `at` is epoch ms. */
export const buildPasswordChangedEmail = defineEmail<{ endedSessions: 'all' | 'others'; at: number }>({
  name: 'password-changed',
  title: 'Password changed',
  audience: 'account',
  sentWhen: 'A password changes.',
  sample: { endedSessions: 'others', at: Date.UTC(2026, 10, 23, 20) },
  compose: ({ endedSessions, at }) => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    intro: [
      endedSessions === 'all' ? 'We logged you out on all devices.' : 'We logged out your other devices.',
      { facts: [['When', { at }]] },
      'Was that you? Then you’re all set. If not, choose a new password right away.',
    ],
    action: { label: 'Choose a new password', path: '/reset' },
  }),
})
