import type { LiveCheck } from '../../../contract/going-live.ts'

type Words = {
  name: string
  /** What to do while it is open. */
  todo: string
  /** Where. */
  link?: { to: string; text: string }
}

/** Each point of the checklist in plain words; one that is forgotten does not compile. */
export const liveCheckWords: Readonly<Record<LiveCheck, Words>> = {
  payee: {
    name: 'A payment account is set',
    todo: 'Say which account your customers pay.',
    link: { to: '/add-paypal-Email', text: 'Set the payment account' },
  },
  payeeConfirmed: {
    name: 'The payment account is confirmed',
    todo: 'Type the address of the account once more, so that a slip is found before money goes there.',
    link: { to: '#confirm', text: 'Confirm it below' },
  },
  mail: {
    name: 'Mail is sent',
    todo: 'Connect a mail server: set SMTP_URL and MAIL_FROM as the README describes, and start again. Until then mail is only written into files.',
  },
  origin: {
    name: 'The site has its public address',
    todo: 'Set ORIGIN to the address that customers see, which begins with https://, and start again.',
  },
  gateway: {
    name: 'A real payment provider is connected',
    todo: 'Choose the provider with PAYMENTS, as the README describes, and start again. Until then no money moves.',
  },
  testPayment: {
    name: 'One payment has come through',
    todo: 'Order the smallest package yourself and pay for it. It counts once it has arrived here; then send the money back.',
    link: { to: '/pricing', text: 'Order a package' },
  },
}
