import { VERIFICATION_LINK_TTL_SECONDS } from '#contract/people/authentication.ts'
import { defineEmail, type LinkInEmail } from '../../mail/mail.ts'

export const buildVerificationEmail = defineEmail<{ path: LinkInEmail['path'] }>({
  name: 'confirm-email',
  title: 'Confirm your email',
  audience: 'account',
  sentWhen: 'A person registers or asks for a new link.',
  sample: { path: '/verify-email?token=sample' },
  compose: ({ path }) => ({
    subject: 'Confirm your email address',
    heading: 'Confirm your email',
    intro: ['Thanks for registering. Please confirm that this is your address.'],
    action: { label: 'Confirm your email', path },
    details: [
      `The link works for ${VERIFICATION_LINK_TTL_SECONDS / 3_600} hours and asks you to log in.`,
      'If this wasn’t you, ignore this email.',
    ],
  }),
})

export const buildDuplicateRegistrationEmail = defineEmail<undefined>({
  name: 'already-registered',
  title: 'Already registered',
  audience: 'account',
  sentWhen: 'Someone registers with an address that has an account, or asks to change an email to it.',
  sample: undefined,
  compose: () => ({
    subject: 'Someone tried to register with your address',
    heading: 'You already have an account',
    intro: [
      'Someone tried to register with this address, or to move an account to it. Nothing changed. If it was you, log in instead.',
    ],
    action: { label: 'Log in', path: '/login' },
    details: [
      { link: { label: 'Forgot your password? Choose a new one', path: '/reset' } },
      'If this wasn’t you, ignore this email.',
    ],
  }),
})
