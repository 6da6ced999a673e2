import { parseCents } from '#contract/core/money.ts'
import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import { type PaymentFact, REFUND_AND_DISPUTE_FACT_KINDS } from '../ledger/payment-fact.ts'
import { type RawPaymentNotice, UnreadableNoticeError } from '../payment-gateway.ts'
import { parsePayPalTime } from '../paypal-fields.ts'

/**
 * Fact kinds by `payment_status` (PayPal, IPN and PDT variables), in letters only. PayPal spells a status in several ways,
 * such as `Canceled_Reversal`, `Canceled-Reversal` and `In-Progress`.
 */
const FACT_KINDS: Readonly<Record<string, PaymentFactKind>> = {
  completed: 'settled',
  pending: 'pending',
  // PayPal accepted the payment, but the money hasn't arrived.
  processed: 'pending',
  created: 'pending',
  inprogress: 'pending',
  completedfundsheld: 'pending',
  failed: 'failed',
  denied: 'failed',
  expired: 'failed',
  voided: 'failed',
  refunded: 'refunded',
  // Without `parent_txn_id`, the payment's own status.
  partiallyrefunded: 'settled',
  reversed: 'reversed',
  canceledreversal: 'reversalCancelled',
  cancelledreversal: 'reversalCancelled',
}

/** The fact kinds of a negative amount: a refund, a fee, or a payment of ours to someone else. */
const NEGATIVE_FACT_KINDS: Readonly<Partial<Record<PaymentFactKind, PaymentFactKind>>> = {
  settled: 'adjusted',
  pending: 'refundPending',
  failed: 'refundFailed',
}

/** Fact kinds by the `txn_type` of a dispute. The end of a case doesn't name the winner. */
const DISPUTE_KINDS_BY_TYPE: Readonly<Record<string, PaymentFactKind>> = { new_case: 'disputed', adjustment: 'disputeClosed' }

/** The `txn_type` of notices that never report a customer's payment. */
const TYPES_WITHOUT_PAYMENT: ReadonlySet<string | undefined> = new Set([...Object.keys(DISPUTE_KINDS_BY_TYPE), 'masspay'])

/** The fields that name the receiving account: as in the form, its primary email, and its merchant id. */
const PAYEE_FIELDS = ['business', 'receiver_email', 'receiver_id']

/**
 * Reads an authentic notice (IPN). Returns no facts if it isn't about a payment. One notice may report a dispute and the
 * money that it moved. `receivedAt` (epoch ms) replaces a missing time. Throws an `UnreadableNoticeError`.
 */
export function parseIpnFacts({ bytes }: Pick<RawPaymentNotice, 'bytes'>, receivedAt: number): PaymentFact[] {
  const fields = parseFormEncoded(bytes)
  if (!fields) throw new UnreadableNoticeError('It has the same field twice, with different values.')
  const [attemptId, custom] = [fields.get('invoice'), fields.get('custom')]
  const base = { ...(attemptId && { attemptId }), ...(custom && { custom }), live: fields.get('test_ipn') !== '1' }
  return [...parseDisputeFacts(fields, base, receivedAt), ...parseMoneyFacts(fields, base, receivedAt)]
}

type FactBase = Pick<PaymentFact, 'attemptId' | 'custom' | 'live'>

function parseMoneyFacts(fields: FormEncodedFields, base: FactBase, receivedAt: number): PaymentFact[] {
  const parentId = fields.get('parent_txn_id')
  const isOurs = Boolean(parentId || base.attemptId || base.custom)
  const kind = findMoneyKind(fields, isOurs)
  if (!kind || (kind === 'adjusted' && !isOurs) || (kind === 'refundFailed' && !parentId)) return []
  const transactionId = fields.get('masspay_txn_id_1') || getRequiredField(fields, 'txn_id')
  // A reversal may name only its payment.
  const parentTransactionId = parentId || (kind === 'reversed' || kind === 'reversalCancelled' ? transactionId : undefined)
  if (kind === 'refundPending' && !parentTransactionId)
    throw new UnreadableNoticeError('It reports a refund without naming the payment.')
  return [
    {
      ...base,
      kind,
      transactionId,
      ...(parentTransactionId && { parentTransactionId }),
      cents: parseGrossCents(fields, kind),
      currency: getRequiredField(fields, 'mc_currency'),
      payees: [...new Set(PAYEE_FIELDS.flatMap((name) => fields.get(name) ?? []))],
      at: parseIpnTime(fields.get('payment_date')) ?? receivedAt,
      ...parseFee(fields),
    },
  ]
}

/** Returns undefined if no money moved. Money that we can't name is an adjustment if the notice names an order of ours. */
function findMoneyKind(fields: FormEncodedFields, isOurs: boolean): PaymentFactKind | undefined {
  const [status, type] = [fields.get('payment_status') || undefined, fields.get('txn_type')]
  const gross = getGross(fields)
  // The start of a subscription names an amount that hasn't moved.
  if (status === undefined) return gross === undefined || /^(subscr|recurring)_/.test(type ?? '') ? undefined : 'adjusted'
  const statusKind = FACT_KINDS[status.toLowerCase().replace(/[^a-z]/g, '')]
  if (!statusKind && !isOurs) throw new UnreadableNoticeError(`It says "${status}", which isn’t a payment status that we know.`)
  if (!statusKind) return 'adjusted'
  const hasParent = Boolean(fields.get('parent_txn_id'))
  if (/^partially/i.test(status) && hasParent) return 'refunded'
  if (statusKind === 'refunded' && !hasParent) {
    if (!isOurs) throw new UnreadableNoticeError('It reports a refund without naming the payment.')
    return 'adjusted'
  }
  if (REFUND_AND_DISPUTE_FACT_KINDS.has(statusKind)) return statusKind
  if (TYPES_WITHOUT_PAYMENT.has(type)) return gross === undefined ? undefined : 'adjusted'
  if (!gross?.startsWith('-')) return statusKind
  if (statusKind === 'settled' && hasParent && fields.get('reason_code') === 'refund') return 'refunded'
  return NEGATIVE_FACT_KINDS[statusKind]
}

/** Reads the start or the end of a dispute. A notice names no deadline, and not always its case. */
function parseDisputeFacts(fields: FormEncodedFields, base: FactBase, receivedAt: number): PaymentFact[] {
  const kind = DISPUTE_KINDS_BY_TYPE[fields.get('txn_type') ?? '']
  if (!kind) return []
  const paymentId = fields.get('parent_txn_id') || getRequiredField(fields, 'txn_id')
  const caseId = fields.get('case_id') || paymentId
  return [
    {
      ...base,
      kind,
      transactionId: `${caseId} ${paymentId}`,
      parentTransactionId: paymentId,
      cents: Math.abs(parseSignedCents(getGross(fields) ?? '') ?? 0),
      currency: fields.get('mc_currency') ?? '',
      payees: [],
      dispute: { caseId },
      at: parseIpnTime(fields.get('case_creation_date')) ?? receivedAt,
    },
  ]
}

function getRequiredField(fields: FormEncodedFields, name: string): string {
  const value = fields.get(name)
  if (!value) throw new UnreadableNoticeError(`Its ${name} is missing.`)
  return value
}

/** Returns a positive amount, although refunds are negative in a notice. An adjustment keeps its sign. */
function parseGrossCents(fields: FormEncodedFields, kind: PaymentFactKind): number {
  const gross = getGross(fields) ?? getRequiredField(fields, 'mc_gross')
  const cents = REFUND_AND_DISPUTE_FACT_KINDS.has(kind) ? parseSignedCents(gross) : parseCents(gross)
  if (cents === undefined) throw new UnreadableNoticeError(`Its mc_gross is "${gross}", which isn’t an amount.`)
  return kind === 'adjusted' ? cents : Math.abs(cents)
}

/** A mass payment numbers its fields. */
function getGross(fields: FormEncodedFields): string | undefined {
  return fields.get('mc_gross') || fields.get('mc_gross_1') || undefined
}

/** Returns the fee in cents. It is negative on a refund, because PayPal returns the fee. */
function parseFee(fields: FormEncodedFields): Pick<PaymentFact, 'feeCents'> {
  const feeCents = parseSignedCents(fields.get('mc_fee') ?? '')
  return feeCents === undefined ? {} : { feeCents }
}

function parseSignedCents(text: string): number | undefined {
  const cents = parseCents(text.replace(/^-/, ''))
  return cents !== undefined && text.startsWith('-') ? -cents : cents
}

/** Parses a time such as `20:12:59 Jan 13, 2026 PST`. PayPal sends only PST and PDT. */
function parseIpnTime(text = ''): number | undefined {
  return parsePayPalTime(text.replace(/ PST$/, ' GMT-0800').replace(/ PDT$/, ' GMT-0700'))
}

/** PayPal's charset for a notice that names none. */
const DEFAULT_CHARSET = 'windows-1252'

const ASCII_SAMPLE = 'txn_id'

export type FormEncodedFields = ReadonlyMap<string, string>

/**
 * Parses a form-encoded body in the charset of its `charset` field. Returns undefined if a field has two different
 * values.
 */
export function parseFormEncoded(bytes: Buffer): FormEncodedFields | undefined {
  const pairs = bytes
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    })
  const charset = pairs.find(([name]) => name === 'charset')?.[1]
  const decoder = findDecoder(charset)
  const decode = (text = '') => decoder.decode(decodePercent(text))
  const fields = new Map<string, string>()
  for (const [name, value] of pairs) {
    const [key, text] = [decode(name), decode(value)]
    if ((fields.get(key) ?? text) !== text) return undefined
    fields.set(key, text)
  }
  return fields
}

/** Decodes percent-encoded bytes in any charset. `URLSearchParams` supports only UTF-8. */
function decodePercent(text: string): Buffer {
  const plain = text
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(plain, 'latin1')
}

/**
 * Returns the default decoder for a charset that is unknown or doesn't extend ASCII, such as UTF-16. Every field that
 * decides about money is in ASCII, so no charset may drop a payment.
 */
function findDecoder(charset = DEFAULT_CHARSET) {
  try {
    const decoder = new TextDecoder(charset)
    if (decoder.decode(Buffer.from(ASCII_SAMPLE)) === ASCII_SAMPLE) return decoder
  } catch {}
  return new TextDecoder(DEFAULT_CHARSET)
}
