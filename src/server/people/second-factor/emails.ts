import type { OutgoingEmail } from '../../mail/mail.ts'

const buildSecurityWarning = (origin: string) => `If that was not you, choose a new password right away:

${origin}/reset`

export function buildSecondFactorEnabledEmail(to: string, origin: string): OutgoingEmail {
  const text = `Your account on our site now asks for a second factor: after your password, a code from the app that you set up. All other devices were logged out.

Keep the recovery codes that you were shown: without your phone they are the only way in.

${buildSecurityWarning(origin)}`
  return { to, subject: 'Your second factor is set up', text }
}

export function buildSecondFactorDisabledEmail(to: string, origin: string): OutgoingEmail {
  const text = `The second factor of your account on our site was turned off just now. Your password alone lets you in again.

${buildSecurityWarning(origin)}`
  return { to, subject: 'Your second factor was turned off', text }
}

export function buildRecoveryCodeUsedEmail(to: string, origin: string, remaining: number): OutgoingEmail {
  const text = `Someone logged in to your account on our site with one of your recovery codes. ${describeCodeCount(remaining)} left; you can make new ones here:

${origin}/account

${buildSecurityWarning(origin)}`
  return { to, subject: 'A recovery code was used', text }
}

export function buildNewRecoveryCodesEmail(to: string, origin: string): OutgoingEmail {
  const text = `New recovery codes were made for your account on our site. The old ones no longer work.

${buildSecurityWarning(origin)}`
  return { to, subject: 'You have new recovery codes', text }
}

function describeCodeCount(remaining: number): string {
  return remaining === 1 ? 'One code is' : `${remaining} codes are`
}
