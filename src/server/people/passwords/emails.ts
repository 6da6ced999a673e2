import { RESET_LINK_TTL_SECONDS } from '../../../contract/people/passwords.ts'
import type { OutgoingEmail } from '../../mail/mail.ts'

export function buildPasswordResetEmail(to: string, link: string): OutgoingEmail {
  const hours = RESET_LINK_TTL_SECONDS / 3_600
  const text = `Someone, most likely you, asked for a new password for your account on our site. Choose it here:

${link}

The link works once, for ${hours === 1 ? 'one hour' : `${hours} hours`}. If you did not ask for it, ignore this email: your password stays as it is.`
  return { to, subject: 'Choose a new password', text }
}

export function buildPasswordChangedEmail(to: string, endedSessions: 'all' | 'others', origin: string): OutgoingEmail {
  const loggedOut = endedSessions === 'all' ? 'you were logged out everywhere' : 'all other devices were logged out'
  const text = `The password of your account on our site was changed just now, and ${loggedOut}.

If that was not you, choose a new password right away:

${origin}/reset`
  return { to, subject: 'Your password was changed', text }
}
