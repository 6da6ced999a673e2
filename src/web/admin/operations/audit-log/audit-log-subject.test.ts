import { expect, it } from 'vitest'
import { auditActions } from '#contract/audit-actions.ts'
import { describeAuditSubject } from './audit-log-subject.ts'

const ID = '0190c1d2-7f00-7000-8000-000000000000'

it('no label shows an id of a payment, a record, an image or an admin', () => {
  for (const about of ['payment', 'content', 'picture', 'adminUser', 'paymentEmail'] as const)
    expect(describeAuditSubject({ about, subject: ID, kind: null }).label).not.toContain(ID)
})

it('an export of payments and the invoice numbers lead to their own screens, not to the subscribers', () => {
  const describeList = (subject: string) => describeAuditSubject({ about: 'list', subject, kind: null })
  expect(describeList('payments')).toEqual({ label: 'Payments', path: '/total-orders' })
  expect(describeList('invoices')).toEqual({ label: 'Invoices', path: '/going-live' })
  expect(describeList('subscribers')).toEqual({ label: 'Subscribers', path: '/all-subscriber' })
})

it('every action about a flagged payment leads to the payments to check', () => {
  const flagActions = Object.entries(auditActions).filter(([action]) => action.startsWith('payment-flag.'))
  expect(flagActions.map(([, { about }]) => about)).toEqual(flagActions.map(() => 'payment'))
  expect(describeAuditSubject({ about: 'payment', subject: ID, kind: null }).path).toBe('/payments-to-check')
})
