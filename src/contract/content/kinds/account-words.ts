import { longText, text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { confirmationWords } from './confirmation-words.ts'

/** What people with an account read when something of theirs is done: what happens next, and where to go from there. */
export const accountWords = defineWords({
  kind: 'account-words',
  part: 'Account confirmation',
  beside: confirmationWords,
  fields: {
    registeredHeading: text('After signing up', { initial: 'One more step: check your inbox' }),
    registeredNext: longText('After signing up: text', {
      initial: 'We sent you an email. Open the link in it, so that your receipts and our answers reach you.',
    }),
    registeredLink: text('After signing up: link to the packages', { initial: 'See the packages' }),
    confirmedHeading: text('After confirming an address', { initial: 'Thank you, now we can write to you' }),
    confirmedNext: longText('After confirming an address: text', {
      initial: 'Receipts and order updates go to this address. You won’t have to do this again.',
    }),
    confirmedLink: text('After confirming an address: link to the dashboard', { initial: 'Go to your dashboard' }),
    resetHeading: text('After asking for a new password', {
      initial: 'Thank You',
      help: 'Whether or not there is such an account.',
    }),
    resetSent: text('After asking for a new password: what was done', {
      initial: 'A link was sent to the inbox of the address you gave, if that address has an account here.',
    }),
    resetNext: longText('After asking for a new password: text', {
      initial:
        'Open the link to choose a new password; it works once, within one hour. No email after a few minutes? Look in your spam folder.',
    }),
    resetAgainLink: text('After asking for a new password: link to ask again', { initial: 'Ask for a new link' }),
    passwordHeading: text('After choosing a new password', { initial: 'Your new password is set' }),
    passwordNext: longText('After choosing a new password: text', {
      initial: 'Every device was logged out, so whoever knew the old password is out too.',
    }),
    passwordLink: text('After choosing a new password: link to the log-in', { initial: 'Log in' }),
    signedOutHeading: text('After logging out', { initial: 'See you soon' }),
    signedOutNext: longText('After logging out: text', {
      initial: 'This browser no longer shows your account. Your orders go on as before.',
    }),
    signedOutLink: text('After logging out: link to the log-in', { initial: 'Log in again' }),
    cancelledHeading: text('After cancelling an order', { initial: 'Your order is cancelled' }),
    cancelledNext: longText('After cancelling an order: text', {
      initial: 'Nothing was charged. The order stays in your list, and you can place another one at any time.',
    }),
  },
})
