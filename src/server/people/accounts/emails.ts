import { VERIFICATION_LINK_TTL_SECONDS } from '../../../contract/people/passwords.ts'
import type { OutgoingEmail } from '../../mail/mail.ts'

export function buildVerificationEmail(to: string, link: string): OutgoingEmail {
  const text = `Thanks for registering. Please confirm that this is your address:

${link}

The link works for ${VERIFICATION_LINK_TTL_SECONDS / 3_600} hours and asks you to log in. If you did not register, do not log in: nobody can confirm your address without you.`
  return { to, subject: 'Confirm your email address', text }
}

export function buildDuplicateRegistrationEmail(to: string, origin: string): OutgoingEmail {
  const text = `Someone tried to register on our site with this address, which has an account already. Nothing was changed.

If that was you, log in:

${origin}/login

If you forgot your password, choose a new one:

${origin}/reset

If it was not you, there is nothing you need to do.`
  return { to, subject: 'Someone tried to register with your address', text }
}
