import { expect, test } from 'vitest'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { verifyNotice } from './notice-queue.ts'
import type { StoredPaymentNotice } from './store.ts'

const notice = { gateway: 'g', attempts: 0, bytes: Buffer.from('{}'), headers: '{}' } as unknown as StoredPaymentNotice
const terms = { transactionId: 't1', cents: 0, currency: '', payees: [], live: true, at: 0 }

function parse(kind: PaymentFact['kind']) {
  const facts: PaymentFact[] = [{ ...terms, kind }]
  const answers: Partial<PaymentGateway> = {
    verifyNotice: async () => 'authentic',
    readFacts: async () => ({ facts }),
    reconcile: async () => ({ facts }),
  }
  return verifyNotice(notice, new Map([['g', answers as PaymentGateway]]), new AbortController().signal)
}

test('a payment without a payee is read again, and a dispute, which names none, is not', async () => {
  await expect(parse('settled')).rejects.toThrow('doesn’t show this payment yet')
  expect(await parse('disputed')).toMatchObject({ state: 'authentic', facts: [{ kind: 'disputed' }] })
})
