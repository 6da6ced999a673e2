import type { SitePage } from '../../site-page.ts'
import { sentPage } from './sent-page.ts'

/** The admin's pages to which others are sent after a form (spec section 7), as those others find them. */
export const sentPages: readonly SitePage[] = [
  sentPage('/all-messages', {
    next: 'Your message has arrived and will be read. An answer goes to the email address or phone number that you gave.',
  }),
  sentPage('/all-subscriber', {
    next: 'If this address is new to us, a mail is on its way to it. Follow the link in it to confirm your subscription; until then nothing else is sent.',
  }),
]
