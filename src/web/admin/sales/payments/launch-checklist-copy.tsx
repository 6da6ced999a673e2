import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { GoingLiveCheckName } from '../../../../contract/sales/going-live.ts'

type CheckCopy = {
  name: string
  /** The title of an open check in a list of problems. `left` counts its open items. */
  openTitle: (left: number) => string
  instruction: string
  link?: { to: string; text: string }
}

/** The type makes a missing check a compile error. */
export const launchChecklistTexts: Readonly<Record<GoingLiveCheckName, CheckCopy>> = {
  samples: {
    name: 'Replace sample content',
    openTitle: (left) => (left === 1 ? '1 section holds samples' : `${left} sections hold samples`),
    instruction: 'Replace what was invented for you. Where the words may stay as they are, open the record, read it and save it.',
  },
  secondFactor: {
    name: 'Every admin has a second factor',
    openTitle: (left) => (left === 1 ? '1 admin logs in with a password alone' : `${left} admins log in with a password alone`),
    instruction: 'Each sets up their own: a stolen password then opens nothing.',
    link: { to: '/account#second-factor', text: 'Set up yours' },
  },
  payee: {
    name: 'A payment account is set',
    openTitle: () => 'No payment account is named',
    instruction: 'Say which account your customers pay.',
    link: { to: '/add-paypal-Email', text: 'Set the payment account' },
  },
  payeeConfirmed: {
    name: 'The payment account is confirmed',
    openTitle: () => 'The payment account is not confirmed',
    instruction: 'Type the address of the account once more, so that a slip is found before money goes there.',
    link: { to: '#confirm', text: 'Confirm it below' },
  },
  mail: {
    name: 'Mail is sent',
    openTitle: () => 'Email isn’t set up',
    instruction:
      'Connect a mail server: set SMTP_URL and MAIL_FROM as the README describes, and start again. Until then mail is only written into files.',
  },
  origin: {
    name: 'The site has its public address',
    openTitle: () => 'The site has no public address',
    instruction: 'Set ORIGIN to the address that customers see, which begins with https://, and start again.',
  },
  gateway: {
    name: 'A real payment provider is connected',
    openTitle: () => 'Payments move no money',
    instruction: 'Choose the provider with PAYMENTS, as the README describes, and start again. Until then no money moves.',
  },
  testPayment: {
    name: 'One payment has come through',
    openTitle: () => 'No payment has come through yet',
    instruction:
      'Order the smallest package yourself and pay for it. It counts once it has arrived here; then send the money back.',
    link: { to: '/pricing/', text: 'Order a package' },
  },
}

/** Links the page where an admin completes a check. Pages outside the admin area need a full load. */
export function ChecklistLink({ to, className = 'inline-block py-0.5 underline', children }: LinkProps) {
  const isOutsideAdmin = to === '/pricing/' || to.startsWith('/account')
  return (
    <Link to={to} reloadDocument={isOutsideAdmin} className={className}>
      {children}
    </Link>
  )
}

type LinkProps = { to: string; className?: string; children: ReactNode }
