import type { Outgoing } from '../mail/mail.ts'
import { LINK_LASTS } from './links.ts'

export function confirmationMail(to: string, link: string): Outgoing {
  const text = `Somebody, most likely you, asked us to send news to this address. If you would like that, confirm it here:

${link}

The link works for ${LINK_LASTS} days. If you did not ask, you need not do anything: without your confirmation we send no news.`
  return { to, subject: 'Please confirm your subscription', text }
}

/** Carries the way out, as every mail to a subscriber must: in its text, and for mail programs in its headers. */
export function welcomeMail(to: string, unsubscribe: string): Outgoing {
  const text = `Thank you. Your subscription is confirmed, and you will hear from us at this address.

You can leave whenever you like, with this link:

${unsubscribe}`
  return { to, subject: 'Your subscription is confirmed', text, unsubscribe }
}
