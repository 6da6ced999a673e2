import { defineEmail, type EmailBlock } from '../../mail/mail.ts'

const SECURITY_WARNING: readonly EmailBlock[] = [
  'Wasn’t you? Reset your password right away.',
  { link: { label: 'Reset your password', path: '/reset' } },
]
const ACCOUNT_ACTION = { label: 'Open your account', path: '/account' } as const

/** `at` is epoch ms. */
type SecurityEvent = { at: number }
const SAMPLE_EVENT: SecurityEvent = { at: Date.UTC(2026, 10, 23, 20) }
const whenFact = ({ at }: SecurityEvent): EmailBlock => ({ facts: [['When', { at }]] })

export const buildSecondFactorEnabledEmail = defineEmail<SecurityEvent>({
  name: 'two-step-on',
  title: 'Two-step verification turned on',
  audience: 'account',
  sentWhen: 'A person turns on two-step verification.',
  sample: SAMPLE_EVENT,
  compose: (event) => ({
    subject: 'Two-step verification is on',
    heading: 'Two-step verification is on',
    intro: [
      'From now on, logging in takes your password and a code from your app. We logged out your other devices.',
      'Keep your recovery codes in a safe place. Without your phone, they’re the only way in.',
      whenFact(event),
    ],
    action: ACCOUNT_ACTION,
    details: SECURITY_WARNING,
  }),
})

export const buildSecondFactorDisabledEmail = defineEmail<SecurityEvent>({
  name: 'two-step-off',
  title: 'Two-step verification turned off',
  audience: 'account',
  sentWhen: 'Two-step verification is turned off.',
  sample: SAMPLE_EVENT,
  compose: (event) => ({
    subject: 'Two-step verification is off',
    heading: 'Two-step verification is off',
    intro: ['Your password alone now logs you in.', whenFact(event)],
    action: ACCOUNT_ACTION,
    details: SECURITY_WARNING,
  }),
})

export const buildRecoveryCodeUsedEmail = defineEmail<SecurityEvent & { remaining: number }>({
  name: 'recovery-code-used',
  title: 'Recovery code used',
  audience: 'account',
  sentWhen: 'Someone logs in with a recovery code.',
  sample: { ...SAMPLE_EVENT, remaining: 9 },
  compose: ({ remaining, ...event }) => ({
    subject: 'A recovery code was used',
    heading: 'A recovery code was used',
    intro: [
      'Someone logged in to your account with one of your recovery codes.',
      `You have ${remaining === 1 ? 'one code' : `${remaining} codes`} left. You can make new ones in your account.`,
      whenFact(event),
    ],
    action: ACCOUNT_ACTION,
    details: SECURITY_WARNING,
  }),
})

export const buildNewRecoveryCodesEmail = defineEmail<SecurityEvent>({
  name: 'new-recovery-codes',
  title: 'New recovery codes',
  audience: 'account',
  sentWhen: 'A person makes new recovery codes.',
  sample: SAMPLE_EVENT,
  compose: (event) => ({
    subject: 'You have new recovery codes',
    heading: 'You have new recovery codes',
    intro: ['Your old recovery codes no longer work.', whenFact(event)],
    action: ACCOUNT_ACTION,
    details: SECURITY_WARNING,
  }),
})
