import { parseCents } from '../../../../contract/core/money.ts'
import type { PaymentFactKind } from '../../../../contract/sales/payment-fact-and-flag-kinds.ts'
import { type PaymentFact, REFUND_AND_DISPUTE_FACT_KINDS } from '../ledger/payment-fact.ts'
import { parsePayPalTime } from '../parse-paypal-time.ts'
import { type RawPaymentNotice, UnreadableNoticeError } from '../payment-gateway.ts'
import { type FormEncodedFields, parseFormEncoded } from './parse-form-encoded.ts'

/** Fact kinds by `payment_status` (PayPal, IPN and PDT variables). */
const FACT_KINDS: Readonly<Record<string, PaymentFactKind>> = {
  Completed: 'settled',
  Pending: 'pending',
  // PayPal accepted the payment, but the money hasn't arrived.
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

/** The fact kinds that a negative amount turns into reports of a refund. */
const NEGATIVE_FACT_KINDS: Readonly<Partial<Record<PaymentFactKind, PaymentFactKind>>> = {
  pending: 'refundPending',
  failed: 'refundFailed',
}

/** Fact kinds by the `txn_type` of a dispute. The end of a case doesn't name the winner. */
const DISPUTE_KINDS_BY_TYPE: Readonly<Record<string, PaymentFactKind>> = { new_case: 'disputed', adjustment: 'disputeClosed' }

/** The fields that name the receiving account: as in the form, its primary email, and its merchant id. */
const PAYEE_FIELDS = ['business', 'receiver_email', 'receiver_id']

/**
 * Reads an authentic notice (IPN). Returns no facts if it isn't about a payment. `receivedAt` (epoch ms) replaces a
 * missing time. Throws an `UnreadableNoticeError`.
 */
export function parseIpnFacts({ bytes }: Pick<RawPaymentNotice, 'bytes'>, receivedAt: number): PaymentFact[] {
  const fields = parseFormEncoded(bytes)
  if (!fields) throw new UnreadableNoticeError('It has the same field twice, with different values.')
  const caseKind = DISPUTE_KINDS_BY_TYPE[fields.get('txn_type') ?? '']
  if (caseKind && fields.get('case_id')) return [parseDisputeFact(fields, caseKind, receivedAt)]
  const status = fields.get('payment_status')
  if (status === undefined) return []
  const statusKind = FACT_KINDS[status]
  // A negative amount is a refund, or a payment of ours to someone else.
  const isNegative = !!statusKind && !REFUND_AND_DISPUTE_FACT_KINDS.has(statusKind) && /^-/.test(fields.get('mc_gross') ?? '')
  const kind = (isNegative && NEGATIVE_FACT_KINDS[statusKind]) || statusKind
  if (!kind) throw new UnreadableNoticeError(`It says "${status}", which isn’t a payment status that we know.`)
  const parentTransactionId = fields.get('parent_txn_id')
  if (kind === 'refundFailed' && !parentTransactionId) return []
  const attemptId = fields.get('invoice')
  const fact: PaymentFact = {
    kind,
    transactionId: getRequiredField(fields, 'txn_id'),
    ...(parentTransactionId && { parentTransactionId }),
    ...(attemptId && { attemptId }),
    cents: parseGrossCents(fields, kind),
    currency: getRequiredField(fields, 'mc_currency'),
    payees: [...new Set(PAYEE_FIELDS.flatMap((name) => fields.get(name) ?? []))],
    live: fields.get('test_ipn') !== '1',
    at: parseIpnTime(fields.get('payment_date')) ?? receivedAt,
    ...parseFee(fields),
  }
  if (REFUND_AND_DISPUTE_FACT_KINDS.has(kind) && !parentTransactionId) {
    throw new UnreadableNoticeError('It reports a refund without naming the payment.')
  }
  return [fact]
}

/** Reads a dispute. A notice names no deadline. */
function parseDisputeFact(fields: FormEncodedFields, kind: PaymentFactKind, receivedAt: number): PaymentFact {
  const [caseId, paymentId] = [
    getRequiredField(fields, 'case_id'),
    fields.get('parent_txn_id') ?? getRequiredField(fields, 'txn_id'),
  ]
  return {
    kind,
    transactionId: `${caseId} ${paymentId}`,
    parentTransactionId: paymentId,
    cents: 0,
    currency: '',
    payees: [],
    live: fields.get('test_ipn') !== '1',
    dispute: { caseId },
    at: parseIpnTime(fields.get('case_creation_date')) ?? receivedAt,
  }
}

function getRequiredField(fields: FormEncodedFields, name: string): string {
  const value = fields.get(name)
  if (!value) throw new UnreadableNoticeError(`Its ${name} is missing.`)
  return value
}

/** Returns a positive amount, although refunds are negative in a notice. */
function parseGrossCents(fields: FormEncodedFields, kind: PaymentFactKind): number {
  const gross = getRequiredField(fields, 'mc_gross')
  const cents = parseCents(REFUND_AND_DISPUTE_FACT_KINDS.has(kind) ? gross.replace(/^-/, '') : gross)
  if (cents === undefined) throw new UnreadableNoticeError(`Its mc_gross is "${gross}", which isn’t an amount.`)
  return cents
}

/** Returns the fee in cents. It is negative on a refund, because PayPal returns the fee. */
function parseFee(fields: FormEncodedFields): Pick<PaymentFact, 'feeCents'> {
  const fee = fields.get('mc_fee') ?? ''
  const cents = parseCents(fee.replace(/^-/, ''))
  return cents === undefined ? {} : { feeCents: fee.startsWith('-') ? -cents : cents }
}

/** Parses a time such as `20:12:59 Jan 13, 2026 PST`. PayPal sends only PST and PDT. */
function parseIpnTime(text = ''): number | undefined {
  return parsePayPalTime(text.replace(/ PST$/, ' GMT-0800').replace(/ PDT$/, ' GMT-0700'))
}
