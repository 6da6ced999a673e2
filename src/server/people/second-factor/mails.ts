import type { Outgoing } from '../../mail/mail.ts'

const ifNotYou = (origin: string) => `If that was not you, choose a new password right away:

${origin}/reset`

export function secondFactorOnMail(to: string, origin: string): Outgoing {
  const text = `Your account on our site now asks for a second factor: after your password, a code from the app that you set up. All other devices were logged out.

Keep the recovery codes that you were shown: without your phone they are the only way in.

${ifNotYou(origin)}`
  return { to, subject: 'Your second factor is set up', text }
}

export function secondFactorOffMail(to: string, origin: string): Outgoing {
  const text = `The second factor of your account on our site was turned off just now. Your password alone lets you in again.

${ifNotYou(origin)}`
  return { to, subject: 'Your second factor was turned off', text }
}

export function recoveryCodeUsedMail(to: string, origin: string, left: number): Outgoing {
  const text = `Someone logged in to your account on our site with one of your recovery codes. ${codes(left)} left; you can make new ones here:

${origin}/account

${ifNotYou(origin)}`
  return { to, subject: 'A recovery code was used', text }
}

export function newRecoveryCodesMail(to: string, origin: string): Outgoing {
  const text = `New recovery codes were made for your account on our site. The old ones no longer work.

${ifNotYou(origin)}`
  return { to, subject: 'You have new recovery codes', text }
}

function codes(left: number): string {
  return left === 1 ? 'One code is' : `${left} codes are`
}
