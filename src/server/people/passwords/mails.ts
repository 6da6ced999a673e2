import { RESET_LINK_LASTS } from '../../../contract/people/passwords.ts'
import type { Outgoing } from '../../mail/mail.ts'

export function resetMail(to: string, link: string): Outgoing {
  const hours = RESET_LINK_LASTS / 3_600
  const text = `Someone, most likely you, asked for a new password for your account on our site. Choose it here:

${link}

The link works once, for ${hours === 1 ? 'one hour' : `${hours} hours`}. If you did not ask for it, ignore this email: your password stays as it is.`
  return { to, subject: 'Choose a new password', text }
}

/** `ended`: which sessions went with the old password. */
export function passwordChangedMail(to: string, ended: 'all' | 'others', origin: string): Outgoing {
  const loggedOut = ended === 'all' ? 'you were logged out everywhere' : 'all other devices were logged out'
  const text = `The password of your account on our site was changed just now, and ${loggedOut}.

If that was not you, choose a new password right away:

${origin}/reset`
  return { to, subject: 'Your password was changed', text }
}
