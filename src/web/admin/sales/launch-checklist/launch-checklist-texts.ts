import type { LaunchCheckName } from '#contract/sales/launch-checklist.ts'

type CheckCopy = {
  name: string
  /** The title of an open check in a list of problems. `left` counts its open items. */
  openTitle: (left: number) => string
  instruction: string
  /** The technical steps, for the person who hosts the site. */
  developerSteps?: string
  link?: { to: string; text: string }
}

/** The type makes a missing check a compile error. */
export const launchChecklistTexts: Readonly<Record<LaunchCheckName, CheckCopy>> = {
  samples: {
    name: 'Replace sample content',
    openTitle: (left) => (left === 1 ? '1 section has sample content' : `${left} sections have sample content`),
    instruction:
      'Replace what we made up for you. If something is already true for you, open it and choose “Keep as is.” Quotes, legal texts and made-up names can’t stay.',
  },
  secondFactor: {
    name: 'Turn on two-step verification',
    openTitle: (left) => (left === 1 ? '1 admin has no two-step verification' : `${left} admins have no two-step verification`),
    instruction: 'A stolen password alone won’t let anyone in. Each admin turns on their own.',
    link: { to: '/account#second-factor', text: 'Turn on yours' },
  },
  payee: {
    name: 'Add your payment account',
    openTitle: () => 'Add your payment account',
    instruction: 'Choose the account that your customers pay.',
    link: { to: '/add-paypal-Email', text: 'Set the payment account' },
  },
  payeeConfirmed: {
    name: 'Confirm your payment account',
    openTitle: () => 'Confirm your payment account',
    instruction: 'Retype its email to catch typos before money goes there.',
    link: { to: '#confirm', text: 'Confirm it below' },
  },
  mail: {
    name: 'Connect email',
    openTitle: () => 'Email isn’t set up',
    instruction: 'Ask the person who hosts your site to connect email. Customers get no receipts until then.',
    developerSteps:
      'Please connect a mail server to our site. Set SMTP_URL (such as smtps://user:password@mail.example.com) and MAIL_FROM, ' +
      'and restart the server. docs/operating.md describes both. “rankstead doctor” checks the connection.',
  },
  origin: {
    name: 'Use your own web address',
    openTitle: () => 'Your site has no public address yet',
    instruction: 'Ask the person who hosts your site to connect your domain.',
    developerSteps:
      'Please connect our domain to the site. Set ORIGIN to the address that customers see, which begins with https://, and ' +
      'restart the server. docs/operating.md describes it. “rankstead doctor” checks the address.',
  },
  gateway: {
    name: 'Turn on real payments',
    openTitle: () => 'Payments are in test mode',
    instruction: 'Ask the person who hosts your site to turn on real payments. No money moves until then.',
    developerSteps:
      'Please turn on real payments. Set PAYMENTS to paypal-standard or paypal-orders and PAYPAL_MODE to live, and restart the ' +
      'server. docs/operating.md lists the other settings of each.',
  },
  testPayment: {
    name: 'Make one test purchase',
    openTitle: () => 'No payment has come through yet',
    instruction: 'Order your smallest package and pay for it. Once the payment shows up here, refund it.',
    link: { to: '/pricing/', text: 'Order a package' },
  },
}
