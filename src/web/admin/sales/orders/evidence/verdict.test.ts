import { expect, test } from 'vitest'
import type { EvidenceFact, EvidenceNotice } from '../../../../../contract/sales/payment-evidence.ts'
import { factVerdict, noticeVerdict, providerOf } from './verdict.ts'

const line = (what: EvidenceFact['compared'][number]['what'], isSame = true) => ({ what, asked: 'a', told: 'a', isSame })
const fact: EvidenceFact = {
  transactionId: 't1',
  kind: 'settled',
  amount: '1899.00',
  currency: 'USD',
  at: 0,
  isCounted: true,
  compared: [line('payee'), line('amount'), line('currency')],
}
const notice: EvidenceNotice = {
  _id: 'n1',
  receivedAt: 0,
  bytes: 10,
  copies: 1,
  state: 'authentic',
  reason: null,
  raw: '',
  facts: [],
}
const told = { leadsTo: null, provider: 'PayPal', isOpen: false }

test('what matched is counted, with what it made of the order', () => {
  expect(factVerdict(fact, { ...told, leadsTo: 'Paid' })).toEqual({
    tone: 'success',
    chip: 'Everything matched',
    lead: '',
    rest: 'Counted: the money arrived. This made the order Paid.',
  })
  expect(factVerdict({ ...fact, kind: 'failed', compared: [] }, told)).toMatchObject({
    tone: 'neutral',
    chip: 'Nothing to compare with',
    rest: 'Noted: the payment failed, and no money arrived.',
  })
})

test('what differs is counted by how many lines, and says what to do while its review is open', () => {
  const wrong = { ...fact, isCounted: false, compared: [line('payee'), line('amount', false)] }
  expect(factVerdict(wrong, { ...told, isOpen: true })).toEqual({
    tone: 'error',
    chip: '1 of 2 did not match',
    lead: 'Not counted.',
    rest: 'The order is unchanged. Look at this transaction at PayPal, then close the review with a note.',
  })
  expect(factVerdict(wrong, told).rest).toBe('The order is unchanged.')
})

test('a notice that tells nothing says why', () => {
  const verdict = (changes: Partial<EvidenceNotice>) => noticeVerdict({ ...notice, ...changes }, 'the rehearsal checkout')
  expect(verdict({ state: 'waiting', reason: 'It answered 503' })?.rest).toBe(
    'It waits until the rehearsal checkout has said whether it is its own. It answered 503.',
  )
  expect(verdict({ state: 'forged' })?.rest).toBe('The rehearsal checkout says that it never sent this.')
  expect(verdict({ state: 'unreadable', reason: null })?.rest).toBe('It is authentic, but could not be read.')
  expect(verdict({})?.chip).toBe('Nothing new')
  expect(verdict({ facts: [fact] })).toBeUndefined()
})

test('the provider is whoever was asked last; nobody by hand', () => {
  const attempt = { _id: 'a', at: 0, amount: '1.00', currency: 'USD', payee: 'p', isLive: true }
  const gateways = (...ids: string[]) => providerOf({ attempts: ids.map((gateway) => ({ ...attempt, gateway })) })
  expect([gateways('paypal-standard', 'by-hand'), gateways('rehearsal'), gateways()]).toEqual([
    'PayPal',
    'the rehearsal checkout',
    'the payment provider',
  ])
})
