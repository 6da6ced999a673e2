import { describe, expect, it } from 'vitest'
import { parseIpnFacts } from './parse-ipn.ts'

const RECEIVED = 1_750_000_000_000

/** Written as PayPal does: the samples of its documentation, with our own names. */
const completed = {
  mc_gross: '999.00',
  invoice: 'a7f3',
  custom: 'order',
  payment_date: '20:12:59 Jan 13, 2026 PST',
  payment_status: 'Completed',
  business: 'pay@example.com',
  receiver_email: 'owner@example.com',
  mc_currency: 'USD',
  txn_id: '8XK241R',
  txn_type: 'web_accept',
  charset: 'windows-1252',
}

const encodeFields = (fields: Record<string, string | undefined>) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '').replaceAll('%20', '+')}`)
    .join('&')
const parse = (changes: Record<string, string | undefined> = {}) =>
  parseIpnFacts({ bytes: Buffer.from(encodeFields({ ...completed, ...changes })) }, RECEIVED)

it('reads what was paid, by which hand-off, to whom and when', () => {
  expect(parse()).toEqual([
    {
      kind: 'settled',
      transactionId: '8XK241R',
      attemptId: 'a7f3',
      cents: 99_900,
      currency: 'USD',
      payees: ['pay@example.com', 'owner@example.com'],
      live: true,
      at: Date.UTC(2026, 0, 14, 4, 12, 59),
    },
  ])
})

it('knows every status of the protocol', () => {
  const kinds = {
    Completed: 'settled',
    Pending: 'pending',
    Processed: 'pending',
    Created: 'pending',
    Failed: 'failed',
    Denied: 'failed',
    Expired: 'failed',
    Voided: 'failed',
    Refunded: 'refunded',
    Reversed: 'reversed',
    Canceled_Reversal: 'reversalCancelled',
  }
  for (const [status, kind] of Object.entries(kinds))
    expect([status, parse({ payment_status: status, parent_txn_id: 'p' })[0]?.kind]).toEqual([status, kind])
})

it('reads a refund as an amount that went back from its payment', () => {
  expect(parse({ payment_status: 'Refunded', mc_gross: '-100.50', txn_id: 'r1', parent_txn_id: '8XK241R' })).toMatchObject([
    { kind: 'refunded', cents: 10_050, transactionId: 'r1', parentTransactionId: '8XK241R' },
  ])
})

it('tells play money from real', () => {
  expect(parse({ test_ipn: '1' })).toMatchObject([{ live: false }])
})

it('takes the time of its coming where it does not say when', () => {
  expect(parse({ payment_date: undefined })).toMatchObject([{ at: RECEIVED }])
  expect(parse({ payment_date: 'yesterday' })).toMatchObject([{ at: RECEIVED }])
})

it('tells nothing where it is about no payment', () => {
  expect(parse({ payment_status: undefined, txn_type: 'subscr_signup' })).toEqual([])
})

it('reads a dispute by its payment, and the end of the dispute', () => {
  const disputeFields = { payment_status: undefined, mc_gross: undefined, case_id: 'PP-1', case_type: 'chargeback' }
  expect(parse({ ...disputeFields, txn_type: 'new_case' })).toMatchObject([
    { kind: 'disputed', parentTransactionId: '8XK241R', dispute: { caseId: 'PP-1' } },
  ])
  expect(parse({ ...disputeFields, txn_type: 'adjustment' })).toMatchObject([
    { kind: 'disputeClosed', dispute: { caseId: 'PP-1' } },
  ])
})

it('counts no pending refund and no failed refund', () => {
  const refund = { mc_gross: '-100.50', txn_id: 'r1', parent_txn_id: '8XK241R' }
  expect(parse({ ...refund, payment_status: 'Pending' })).toMatchObject([{ kind: 'refundPending', cents: 10_050 }])
  expect(parse({ ...refund, payment_status: 'Failed' })).toEqual([])
})

describe('what an authentic notice may not leave open', () => {
  it.each([
    ['a status that nobody knows', { payment_status: 'Toasted' }],
    ['no transaction', { txn_id: undefined }],
    ['no amount', { mc_gross: undefined }],
    ['an amount that is none', { mc_gross: '1e3' }],
    ['less than nothing paid', { mc_gross: '-999.00' }],
    ['no currency', { mc_currency: '' }],
    ['a refund of nothing', { payment_status: 'Refunded' }],
  ])('%s', (_what, changes) => {
    expect(() => parse(changes)).toThrow(/^It/)
  })

  it('one thing told twice', () => {
    const bytes = Buffer.from(`${encodeFields(completed)}&mc_gross=1.00`)
    expect(() => parseIpnFacts({ bytes }, RECEIVED)).toThrow('It tells one thing twice')
    expect(parseIpnFacts({ bytes: Buffer.from(`${encodeFields(completed)}&mc_gross=999.00`) }, RECEIVED)).toHaveLength(1)
  })
})

it('reads each character set that it names, and PayPal’s usual one where it names none', () => {
  const parsePayee = (text: string) => parseIpnFacts({ bytes: Buffer.from(text, 'latin1') }, RECEIVED)[0]?.payees[0]
  const rest = encodeFields({ ...completed, business: undefined, charset: undefined })
  expect(parsePayee(`${rest}&business=jos%E9%40example.com&charset=windows-1252`)).toBe('josé@example.com')
  expect(parsePayee(`${rest}&business=jos%E9%40example.com`)).toBe('josé@example.com')
  expect(parsePayee(`${rest}&business=jos%C3%A9%40example.com&charset=UTF-8`)).toBe('josé@example.com')
})

it('is unreadable in an unknown character set', () => {
  expect(() => parseIpnFacts({ bytes: encodeFields({ ...completed, charset: 'no-such-set' }) as never }, RECEIVED)).toThrow(
    'no-such-set',
  )
})
