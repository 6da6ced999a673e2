import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { longTextField, textField } from '../../core/field.ts'
import { formConfirmationCopy } from './form-confirmation-copy.ts'

/** Texts for account holders after an action: the next step, and a link. */
export const accountActionConfirmationCopy = defineCopyKind({
  kind: 'account-words',
  part: 'Account confirmation',
  title: 'Account confirmation text',
  siblingKind: formConfirmationCopy,
  fields: {
    registeredHeading: textField('After signing up', { initial: 'Confirm your email when you get a chance' }),
    registeredToOrder: textField('After signing up from a price button', {
      initial: 'Your account is ready. Next: your order',
    }),
    registeredNext: longTextField('After signing up: text', {
      initial: 'We sent you an email. Open the link in it, so that our receipts and replies reach you.',
    }),
    registeredLink: textField('After signing up: link to the packages', { initial: 'See the packages' }),
    confirmedHeading: textField('After confirming an address', { initial: 'Thank you, your email is confirmed' }),
    confirmedNext: longTextField('After confirming an address: text', {
      initial: 'Receipts and order updates go to this address. You won’t have to do this again.',
    }),
    confirmedLink: textField('After confirming an address: link to the dashboard', { initial: 'Go to your dashboard' }),
    resetHeading: textField('After asking for a new password', {
      initial: 'Thank You',
      help: 'Shown whether or not the account exists.',
    }),
    resetSent: textField('After asking for a new password: what was done', {
      initial: 'If that address has an account, we’ve emailed a link.',
    }),
    resetNext: longTextField('After asking for a new password: text', {
      initial:
        'Open the link to choose a new password; it works once, within one hour. No email after a few minutes? Look in your spam folder.',
    }),
    resetAgainLink: textField('After asking for a new password: link to ask again', { initial: 'Ask for a new link' }),
    passwordHeading: textField('After choosing a new password', { initial: 'Your new password is set' }),
    passwordNext: longTextField('After choosing a new password: text', {
      initial: 'Every device was logged out, so anyone who knew the old password is out too.',
    }),
    passwordLink: textField('After choosing a new password: link to the log-in', { initial: 'Log in' }),
    signedOutHeading: textField('After logging out', { initial: 'See you soon' }),
    signedOutNext: longTextField('After logging out: text', {
      initial: 'This browser no longer shows your account. Your orders aren’t affected.',
    }),
    signedOutLink: textField('After logging out: link to the log-in', { initial: 'Log in again' }),
    cancelledHeading: textField('After canceling an order', { initial: 'Your order is canceled' }),
    cancelledNext: longTextField('After canceling an order: text', {
      initial: 'Nothing was charged. The order stays in your list, and you can place another one at any time.',
    }),
    cancelledMoneyMayArriveNext: longTextField('After canceling an order while a payment is being checked: text', {
      initial: 'If your payment reaches us, we’ll email you. The order stays in your list.',
    }),
  },
})
