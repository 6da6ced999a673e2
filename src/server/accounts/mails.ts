import { RESET_LINK_LASTS, VERIFICATION_LINK_LASTS } from '../../contract/passwords.ts'
import type { Outgoing } from '../mail/mail.ts'

const HOUR = 3_600

export function resetMail(to: string, link: string): Outgoing {
  const text = `Somebody, most likely you, asked for a new password for your account on our site. Choose it here:

${link}

The link works once, for ${hours(RESET_LINK_LASTS)}. If you did not ask for it, you need not do anything: your password stays as it is.`
  return { to, subject: 'Choose a new password', text }
}

export function passwordChangedMail(to: string, origin: string): Outgoing {
  const text = `The password of your account on our site was changed just now, and you were logged out everywhere.

If that was not you, choose a new password at once:

${origin}/reset`
  return { to, subject: 'Your password was changed', text }
}

export function verificationMail(to: string, link: string): Outgoing {
  const text = `Thank you for joining us. Please confirm that this is your address:

${link}

The link works for ${hours(VERIFICATION_LINK_LASTS)} and asks you to log in. If you did not make an account, do not log in: nobody can confirm your address without you.`
  return { to, subject: 'Confirm your email address', text }
}

export function knownAddressMail(to: string, origin: string): Outgoing {
  const text = `Somebody tried to register on our site with this address, which has an account already. Nothing was changed.

If that was you, log in:

${origin}/login

If you forgot your password, choose a new one:

${origin}/reset

If it was not you, you need not do anything.`
  return { to, subject: 'Somebody tried to register with your address', text }
}

function hours(seconds: number): string {
  return seconds === HOUR ? 'one hour' : `${seconds / HOUR} hours`
}
