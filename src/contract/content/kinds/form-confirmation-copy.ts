import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { longTextField, textField } from '../../core/field.ts'
import { contactMethod } from './contact-method.ts'

/** Texts after a visitor sends a form, and on the subscription pages, which search engines don't list. */
export const formConfirmationCopy = defineCopyKind({
  kind: 'confirmation-words',
  part: 'Confirmation',
  siblingKind: { ...contactMethod, shownOn: [] },
  home: '/edit-confirmations',
  fields: {
    messageHeading: textField('After a message: heading', { initial: 'Thank you, we got your message' }),
    messageNext: longTextField('After a message: text', {
      initial: 'A person reads every message and replies to the email address or phone number you gave.',
      help: 'Your reply time is added to this. You set it in the text of the contact page.',
    }),
    messageLink: textField('After a message: link to the packages', { initial: 'See the packages and prices' }),
    unansweredNext: longTextField('After a message without an email or phone number', {
      initial: 'We got your message and will read it. Without an email address or phone number, we can’t reply.',
    }),
    unansweredLink: textField('After a message without an email or phone number: link to the form', {
      initial: 'Send it again with an email or phone number',
    }),
    againNote: textField('When a visitor reloads the page after sending', {
      initial: 'You reloaded this page. Nothing was sent again.',
    }),
    ownerNote: textField('Beside the log-in link on a reloaded page', { initial: 'Do you run this site?' }),
    ownerLink: textField('Log-in link on a reloaded page', { initial: 'Log in' }),
    askedHeading: textField('After the subscribe box: heading', { initial: 'Almost done: check your inbox' }),
    askedLink: textField('After the subscribe box: link to the services', { initial: 'In the meantime, see what we do' }),
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
      help: 'Shows when someone opens the link in the email.',
    }),
    confirmLead: textField('Confirm: text', { initial: 'Click to start getting our local search tips.' }),
    confirmButton: textField('Confirm: button', { initial: 'Confirm subscription' }),
    confirmedHeading: textField('Confirm: heading after the click', { initial: 'Welcome! You’re on the list' }),
    confirmNext: textField('Confirm: text after the click', {
      initial: 'We email you when we have something worth your time. Every email has an unsubscribe link.',
    }),
    confirmedLink: textField('Confirm: link to the services after the click', { initial: 'See what we do' }),
    againLink: textField('Link to subscribe again', {
      initial: 'Subscribe again',
      help: 'Shown when a link fails, and after someone unsubscribes.',
    }),
    leaveHeading: textField('Unsubscribe: heading', { initial: 'Unsubscribe' }),
    leaveLead: textField('Unsubscribe: text', { initial: 'Click to stop getting our local search tips.' }),
    leaveButton: textField('Unsubscribe: button', { initial: 'Unsubscribe' }),
    leftHeading: textField('Unsubscribe: heading after the click', { initial: 'You’re off the list' }),
    leaveNext: textField('Unsubscribe: text after the click', {
      initial: 'We won’t send you any more tips. You can subscribe again anytime.',
    }),
  },
})
