import { longText, text } from '../field.ts'
import { defineWords } from '../words.ts'
import { contactEntry } from './contact-entry.ts'

/** What people read after they sent a form, and the pages of a subscription, which search engines do not list. */
export const confirmationWords = defineWords({
  kind: 'confirmation-words',
  part: 'Confirmation',
  beside: { ...contactEntry, shownOn: [] },
  home: '/edit-confirmations',
  fields: {
    messageNext: longText('After a message', {
      initial: 'Your message has arrived and will be read. An answer goes to the email address or phone number that you gave.',
    }),
    unansweredNext: longText('After a message without an address', {
      initial: 'Your message has arrived and will be read. You gave no email address or phone number, so we cannot answer it.',
    }),
    subscribeNext: longText('After the subscribe box', {
      initial:
        'If this address is new to us, a mail is on its way to it. Follow the link in it to confirm your subscription; until then nothing else is sent.',
    }),
    subscribeHeading: text('Subscribe: heading', { initial: 'Subscribe by email' }),
    subscribeLead: text('Subscribe: text', {
      initial: 'We mail you a link to confirm your address. Leave whenever you like.',
    }),
    emailLabel: text('Subscribe: field', { initial: 'Email' }),
    subscribeButton: text('Subscribe: button', { initial: 'Subscribe' }),
    confirmHeading: text('Confirm: heading', { initial: 'Confirm your subscription', help: 'Where the link in the mail leads.' }),
    confirmLead: text('Confirm: text', { initial: 'One press, and our news reaches your inbox.' }),
    confirmButton: text('Confirm: button', { initial: 'Confirm subscription' }),
    confirmNext: text('Confirm: afterwards', { initial: 'You will hear from us. A link in every mail lets you leave.' }),
    againLink: text('Confirm: link where it failed', { initial: 'Subscribe again' }),
    leaveHeading: text('Unsubscribe: heading', { initial: 'Unsubscribe' }),
    leaveLead: text('Unsubscribe: text', { initial: 'One press, and you get no more news from us.' }),
    leaveButton: text('Unsubscribe: button', { initial: 'Unsubscribe' }),
    leaveNext: text('Unsubscribe: afterwards', {
      initial: 'You get no more news from us. Should you miss it, subscribe again below.',
    }),
  },
})
