import { centsIn } from '../../../../contract/grammar/money.ts'
import type { FactKind } from '../../../../contract/sales/payment-states.ts'
import { type RawNotice, UnreadableNotice } from '../gateway.ts'
import { COMES_BACK, type Fact } from '../ledger/fact.ts'
import { payPalTime } from '../paypal.ts'
import { type Fields, readFormEncoded } from './form-encoded.ts'

/** PayPal's words for what became of a payment (IPN and PDT variables, `payment_status`). */
const KINDS: Readonly<Record<string, FactKind>> = {
  Completed: 'settled',
  Pending: 'pending',
  // Accepted, or to be confirmed by a bank: not here yet.
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

/** The `txn_type` values of a dispute: a new case, and its end, which doesn't name the winner. */
const CASES: Readonly<Record<string, FactKind>> = { new_case: 'disputed', adjustment: 'disputeClosed' }

/** The names of the account that was paid: what the form named, its primary address, its merchant id. */
const PAYEES = ['business', 'receiver_email', 'receiver_id']

/**
 * The fact that an authentic notice (IPN) tells; none where it is about no payment. `receivedAt` in epoch ms stands in where it does not say when.
 */
export function factsIn({ bytes }: Pick<RawNotice, 'bytes'>, receivedAt: number): Fact[] {
  const fields = readFormEncoded(bytes)
  if (!fields) throw new UnreadableNotice('It tells one thing twice, with two values.')
  const caseKind = CASES[fields.get('txn_type') ?? '']
  if (caseKind && fields.get('case_id')) return [caseIn(fields, caseKind, receivedAt)]
  const status = fields.get('payment_status')
  if (status === undefined) return []
  const told = KINDS[status]
  // A negative amount is a refund, which counts only once it is complete.
  const isBack = !!told && !COMES_BACK.has(told) && /^-/.test(fields.get('mc_gross') ?? '')
  if (isBack && told === 'failed') return []
  const kind = isBack && told === 'pending' ? 'refundPending' : told
  if (!kind) throw new UnreadableNotice(`It says "${status}", which is no status of a payment that we know.`)
  const parentTransactionId = fields.get('parent_txn_id')
  const attemptId = fields.get('invoice')
  const fact: Fact = {
    kind,
    transactionId: needed(fields, 'txn_id'),
    ...(parentTransactionId && { parentTransactionId }),
    ...(attemptId && { attemptId }),
    cents: centsOf(fields, kind),
    currency: needed(fields, 'mc_currency'),
    payees: [...new Set(PAYEES.flatMap((name) => fields.get(name) ?? []))],
    live: fields.get('test_ipn') !== '1',
    at: timeIn(fields.get('payment_date')) ?? receivedAt,
    ...feeIn(fields),
  }
  if (COMES_BACK.has(kind) && !parentTransactionId) {
    throw new UnreadableNotice('It says that money went back, and not of which payment.')
  }
  return [fact]
}

/** Reads a dispute. It names the payment as `txn_id`, and no deadline. */
function caseIn(fields: Fields, kind: FactKind, receivedAt: number): Fact {
  const [caseId, payment] = [needed(fields, 'case_id'), fields.get('parent_txn_id') ?? needed(fields, 'txn_id')]
  return {
    kind,
    transactionId: `${caseId} ${payment}`,
    parentTransactionId: payment,
    cents: 0,
    currency: '',
    payees: [],
    live: fields.get('test_ipn') !== '1',
    dispute: { caseId },
    at: timeIn(fields.get('case_creation_date')) ?? receivedAt,
  }
}

function needed(fields: Fields, name: string): string {
  const value = fields.get(name)
  if (!value) throw new UnreadableNotice(`Its ${name} is missing.`)
  return value
}

/** Amounts that go back are negative. */
function centsOf(fields: Fields, kind: FactKind): number {
  const gross = needed(fields, 'mc_gross')
  const cents = centsIn(COMES_BACK.has(kind) ? gross.replace(/^-/, '') : gross)
  if (cents === undefined) throw new UnreadableNotice(`Its mc_gross is "${gross}", which is no amount.`)
  return cents
}

/** Returns the fee in cents; negative on a refund, because PayPal returns it. */
function feeIn(fields: Fields): Pick<Fact, 'feeCents'> {
  const fee = fields.get('mc_fee') ?? ''
  const cents = centsIn(fee.replace(/^-/, ''))
  return cents === undefined ? {} : { feeCents: fee.startsWith('-') ? -cents : cents }
}

/** Such as `20:12:59 Jan 13, 2026 PST`, with the two zones that PayPal knows. */
function timeIn(text = ''): number | undefined {
  return payPalTime(text.replace(/ PST$/, ' GMT-0800').replace(/ PDT$/, ' GMT-0700'))
}
