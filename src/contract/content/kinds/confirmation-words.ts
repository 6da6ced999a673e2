import { longText, text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { contactEntry } from './contact-entry.ts'

/** What people read after they sent a form, and the pages of a subscription, which search engines do not list. */
export const confirmationWords = defineWords({
  kind: 'confirmation-words',
  part: 'Confirmation',
  beside: { ...contactEntry, shownOn: [] },
  home: '/edit-confirmations',
  fields: {
    messageHeading: text('After a message: heading', { initial: 'Thank you, your message is with us' }),
    messageNext: longText('After a message: text', {
      initial: 'A person reads every message and replies to the email address or phone number you gave.',
      help: 'How soon you answer is added to it: that stands with the words of the contact page.',
    }),
    messageLink: text('After a message: link to the packages', { initial: 'See the packages and prices' }),
    unansweredNext: longText('After a message without an address', {
      initial: 'Your message has arrived and will be read. You gave no email address or phone number, so we cannot answer it.',
    }),
    unansweredLink: text('After a message without an address: link to the form', { initial: 'Write again with an address' }),
    againNote: text('Where such a page is loaded again', {
      initial: 'You have seen this page before. Nothing was sent again.',
    }),
    ownerNote: text('Beside the log-in on such a page', { initial: 'Do you run this site?' }),
    ownerLink: text('The log-in on such a page', { initial: 'Log in' }),
    askedHeading: text('After the subscribe box: heading', { initial: 'Almost done: check your inbox' }),
    askedLink: text('After the subscribe box: link to the services', { initial: 'Meanwhile, see what we do' }),
    subscribeNext: longText('After the subscribe box: text', {
      initial:
        'If this address is new to us, an email is on its way. Open the link in it to confirm; we send nothing else until you do.',
    }),
    subscribeHeading: text('Subscribe: heading', { initial: 'Subscribe by email' }),
    subscribeLead: text('Subscribe: text', {
      initial:
        'Short notes on what changes in local search, now and then. First we email you a link to confirm your address. Leave whenever you like.',
    }),
    emailLabel: text('Subscribe: field', { initial: 'Email' }),
    subscribeButton: text('Subscribe: button', { initial: 'Subscribe' }),
    confirmHeading: text('Confirm: heading', {
      initial: 'Confirm your subscription',
      help: 'Where the link in the email leads.',
    }),
    confirmLead: text('Confirm: text', { initial: 'One press, and our notes on local search come to this inbox.' }),
    confirmButton: text('Confirm: button', { initial: 'Confirm subscription' }),
    confirmedHeading: text('Confirm: heading afterwards', { initial: 'Welcome, you are on the list' }),
    confirmNext: text('Confirm: text afterwards', {
      initial: 'We write when there is something worth your time. Every email has a link to unsubscribe.',
    }),
    confirmedLink: text('Confirm: link to the services afterwards', { initial: 'See what we do' }),
    againLink: text('Link to subscribe again', {
      initial: 'Subscribe again',
      help: 'Where a link failed, and after somebody left.',
    }),
    leaveHeading: text('Unsubscribe: heading', { initial: 'Unsubscribe' }),
    leaveLead: text('Unsubscribe: text', { initial: 'Press the button, and we stop sending you news.' }),
    leaveButton: text('Unsubscribe: button', { initial: 'Unsubscribe' }),
    leftHeading: text('Unsubscribe: heading afterwards', { initial: 'Goodbye, and thank you for reading' }),
    leaveNext: text('Unsubscribe: text afterwards', {
      initial: 'We won’t send you any more news. If you miss it, you can come back at any time.',
    }),
  },
})
