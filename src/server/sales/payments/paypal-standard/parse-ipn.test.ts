import { describe, expect, it } from 'vitest'
import { parseIpnFacts } from './parse-ipn.ts'

const RECEIVED = 1_750_000_000_000

/** A notice like the samples in PayPal's documentation. */
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

it('reads amount, checkout attempt, payees and time', () => {
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

it('maps every status of the protocol to a fact kind', () => {
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

it('reads a refund with its payment and a positive amount', () => {
  expect(parse({ payment_status: 'Refunded', mc_gross: '-100.50', txn_id: 'r1', parent_txn_id: '8XK241R' })).toMatchObject([
    { kind: 'refunded', cents: 10_050, transactionId: 'r1', parentTransactionId: '8XK241R' },
  ])
})

it('recognizes test money', () => {
  expect(parse({ test_ipn: '1' })).toMatchObject([{ live: false }])
})

it('uses the time of receipt if the notice has no valid time', () => {
  expect(parse({ payment_date: undefined })).toMatchObject([{ at: RECEIVED }])
  expect(parse({ payment_date: 'yesterday' })).toMatchObject([{ at: RECEIVED }])
})

it('returns no facts if the notice isn’t about a payment', () => {
  expect(parse({ payment_status: undefined, txn_type: 'subscr_signup' })).toEqual([])
})

it('reads the start and the end of a dispute', () => {
  const disputeFields = { payment_status: undefined, mc_gross: undefined, case_id: 'PP-1', case_type: 'chargeback' }
  expect(parse({ ...disputeFields, txn_type: 'new_case' })).toMatchObject([
    { kind: 'disputed', parentTransactionId: '8XK241R', dispute: { caseId: 'PP-1' } },
  ])
  expect(parse({ ...disputeFields, txn_type: 'adjustment' })).toMatchObject([
    { kind: 'disputeClosed', dispute: { caseId: 'PP-1' } },
  ])
})

it('tells pending and failed refunds from completed ones', () => {
  const refund = { mc_gross: '-100.50', txn_id: 'r1', parent_txn_id: '8XK241R' }
  expect(parse({ ...refund, payment_status: 'Pending' })).toMatchObject([{ kind: 'refundPending', cents: 10_050 }])
  expect(parse({ ...refund, payment_status: 'Failed' })).toMatchObject([{ kind: 'refundFailed', cents: 10_050 }])
  // A payment of the owner's to someone else failed.
  expect(parse({ ...refund, payment_status: 'Failed', parent_txn_id: undefined })).toEqual([])
})

describe('rejects as unreadable', () => {
  it.each([
    ['an unknown status', { payment_status: 'Toasted' }],
    ['a missing transaction', { txn_id: undefined }],
    ['a missing amount', { mc_gross: undefined }],
    ['an invalid amount', { mc_gross: '1e3' }],
    ['a negative payment', { mc_gross: '-999.00' }],
    ['a missing currency', { mc_currency: '' }],
    ['a refund without its payment', { payment_status: 'Refunded' }],
  ])('%s', (_title, changes) => {
    expect(() => parse(changes)).toThrow(/^It/)
  })

  it('a field with two different values', () => {
    const bytes = Buffer.from(`${encodeFields(completed)}&mc_gross=1.00`)
    expect(() => parseIpnFacts({ bytes }, RECEIVED)).toThrow('It has the same field twice')
    expect(parseIpnFacts({ bytes: Buffer.from(`${encodeFields(completed)}&mc_gross=999.00`) }, RECEIVED)).toHaveLength(1)
  })
})

it('reads the charset that a notice names, else windows-1252', () => {
  const parsePayee = (text: string) => parseIpnFacts({ bytes: Buffer.from(text, 'latin1') }, RECEIVED)[0]?.payees[0]
  const rest = encodeFields({ ...completed, business: undefined, charset: undefined })
  expect(parsePayee(`${rest}&business=jos%E9%40example.com&charset=windows-1252`)).toBe('josé@example.com')
  expect(parsePayee(`${rest}&business=jos%E9%40example.com`)).toBe('josé@example.com')
  expect(parsePayee(`${rest}&business=jos%C3%A9%40example.com&charset=UTF-8`)).toBe('josé@example.com')
})

it('rejects an unknown charset', () => {
  expect(() => parseIpnFacts({ bytes: encodeFields({ ...completed, charset: 'no-such-set' }) as never }, RECEIVED)).toThrow(
    'no-such-set',
  )
})
