import { defineCopyKind } from '../../core/copy-kind.ts'
import { longTextField, textField } from '../../core/field.ts'
import { contactEntry } from './contact-entry.ts'

/** Texts after a visitor sends a form, and on the subscription pages, which search engines don't list. */
export const confirmationCopy = defineCopyKind({
  kind: 'confirmation-words',
  part: 'Confirmation',
  siblingKind: { ...contactEntry, shownOn: [] },
  home: '/edit-confirmations',
  fields: {
    messageHeading: textField('After a message: heading', { initial: 'Thank you, your message is with us' }),
    messageNext: longTextField('After a message: text', {
      initial: 'A person reads every message and replies to the email address or phone number you gave.',
      help: 'How soon you answer is added to it: that stands with the words of the contact page.',
    }),
    messageLink: textField('After a message: link to the packages', { initial: 'See the packages and prices' }),
    unansweredNext: longTextField('After a message without an address', {
      initial: 'Your message has arrived and will be read. You gave no email address or phone number, so we cannot answer it.',
    }),
    unansweredLink: textField('After a message without an address: link to the form', { initial: 'Write again with an address' }),
    againNote: textField('Where such a page is loaded again', {
      initial: 'You have seen this page before. Nothing was sent again.',
    }),
    ownerNote: textField('Beside the log-in on such a page', { initial: 'Do you run this site?' }),
    ownerLink: textField('The log-in on such a page', { initial: 'Log in' }),
    askedHeading: textField('After the subscribe box: heading', { initial: 'Almost done: check your inbox' }),
    askedLink: textField('After the subscribe box: link to the services', { initial: 'Meanwhile, see what we do' }),
    subscribeNext: longTextField('After the subscribe box: text', {
      initial:
        'If this address is new to us, an email is on its way. Open the link in it to confirm; we send nothing else until you do.',
    }),
    subscribeHeading: textField('Subscribe: heading', { initial: 'Subscribe by email' }),
    subscribeLead: textField('Subscribe: text', {
      initial:
        'Occasional local SEO tips for real estate. First we email you a link to confirm your address. Unsubscribe anytime.',
    }),
    emailLabel: textField('Subscribe: field', { initial: 'Email' }),
    subscribeButton: textField('Subscribe: button', { initial: 'Subscribe' }),
    confirmHeading: textField('Confirm: heading', {
      initial: 'Confirm your subscription',
      help: 'Where the link in the email leads.',
    }),
    confirmLead: textField('Confirm: text', { initial: 'Click to start getting our local search tips.' }),
    confirmButton: textField('Confirm: button', { initial: 'Confirm subscription' }),
    confirmedHeading: textField('Confirm: heading afterwards', { initial: 'Welcome, you are on the list' }),
    confirmNext: textField('Confirm: text afterwards', {
      initial: 'We write when there is something worth your time. Every email has a link to unsubscribe.',
    }),
    confirmedLink: textField('Confirm: link to the services afterwards', { initial: 'See what we do' }),
    againLink: textField('Link to subscribe again', {
      initial: 'Subscribe again',
      help: 'Shown when a link fails, and after someone unsubscribes.',
    }),
    leaveHeading: textField('Unsubscribe: heading', { initial: 'Unsubscribe' }),
    leaveLead: textField('Unsubscribe: text', { initial: 'Press the button, and we stop sending you news.' }),
    leaveButton: textField('Unsubscribe: button', { initial: 'Unsubscribe' }),
    leftHeading: textField('Unsubscribe: heading afterwards', { initial: 'Goodbye, and thank you for reading' }),
    leaveNext: textField('Unsubscribe: text afterwards', {
      initial: 'We won’t send you any more news. If you miss it, you can come back at any time.',
    }),
  },
})
