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
      custom: 'order',
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
    'Canceled-Reversal': 'reversalCancelled',
    'In-Progress': 'pending',
    In_Progress: 'pending',
    'completed-funds-held': 'pending',
    Partially_Refunded: 'refunded',
    'Partially-Refunded': 'refunded',
  }
  for (const [status, kind] of Object.entries(kinds))
    expect([status, parse({ payment_status: status, parent_txn_id: 'p' })[0]?.kind]).toEqual([status, kind])
  expect(parse({ payment_status: 'Partially_Refunded' })).toMatchObject([{ kind: 'settled', cents: 99_900 }])
})

describe('reports money that is neither a payment nor a refund as an adjustment', () => {
  const notPayment = { txn_id: 'x1', parent_txn_id: '8XK241R' }
  it.each([
    ['a chargeback fee', { ...notPayment, mc_gross: '-20.00', reason_code: 'chargeback' }, -2_000],
    ['a settlement without a status', { ...notPayment, payment_status: undefined, mc_gross: '15.00' }, 1_500],
    ['an adjustment of a closed case', { ...notPayment, txn_type: 'adjustment', mc_gross: '-999.00' }, -99_900],
    ['a mass payment', { ...notPayment, txn_type: 'masspay', mc_gross: undefined, mc_gross_1: '50.00' }, 5_000],
    ['a payment with an unknown status', { txn_id: 'x1', payment_status: 'Toasted' }, 99_900],
    ['a refund without its payment', { txn_id: 'x1', payment_status: 'Refunded', mc_gross: '-999.00' }, -99_900],
  ])('%s', (_title, changes, cents) => {
    const money = parse(changes).filter(({ kind }) => kind !== 'disputeClosed')
    expect(money).toMatchObject([{ kind: 'adjusted', transactionId: 'x1', attemptId: 'a7f3', cents, currency: 'USD' }])
  })

  it('but not the owner’s payments to other people', () => {
    const unnamed = { invoice: undefined, custom: undefined }
    expect(parse({ ...unnamed, mc_gross: '-50.00' })).toEqual([])
    expect(parse({ ...unnamed, txn_type: 'masspay', mc_gross: undefined, mc_gross_1: '50.00' })).toEqual([])
  })
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
  expect(parse({ ...disputeFields, case_id: undefined, txn_type: 'new_case' })).toMatchObject([
    { kind: 'disputed', parentTransactionId: '8XK241R', dispute: { caseId: '8XK241R' } },
  ])
})

it('reads the money that a dispute moves in the same notice', () => {
  const reversal = { payment_status: 'Reversed', mc_gross: '-999.00', txn_id: 'v1', parent_txn_id: '8XK241R' }
  for (const case_type of ['complaint', 'chargeback', 'dispute', 'bankreturn'])
    expect(parse({ ...reversal, txn_type: 'new_case', case_id: 'PP-1', case_type })).toMatchObject([
      { kind: 'disputed', cents: 99_900 },
      { kind: 'reversed', transactionId: 'v1', parentTransactionId: '8XK241R', cents: 99_900 },
    ])
  expect(parse({ ...reversal, txn_id: '8XK241R', parent_txn_id: undefined, txn_type: 'new_case' })).toMatchObject([
    { kind: 'disputed' },
    { kind: 'reversed', transactionId: '8XK241R', parentTransactionId: '8XK241R' },
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
    ['an unknown status without an order', { payment_status: 'Toasted', invoice: undefined, custom: undefined }],
    ['a missing transaction', { txn_id: undefined }],
    ['a missing amount', { mc_gross: undefined }],
    ['an invalid amount', { mc_gross: '1e3' }],
    ['a missing currency', { mc_currency: '' }],
    ['a refund without its payment and order', { payment_status: 'Refunded', invoice: undefined, custom: undefined }],
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

it('reads the money of a notice in any charset', () => {
  for (const charset of ['no-such-set', 'UTF-16', 'UTF-16LE', 'utf-16be', 'ISO-2022-KR', 'Shift_JIS', 'Big5', 'UTF-7', ''])
    expect([charset, parse({ charset })]).toMatchObject([charset, [{ kind: 'settled', attemptId: 'a7f3', cents: 99_900 }]])
})
