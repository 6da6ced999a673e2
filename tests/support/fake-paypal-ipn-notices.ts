import { randomInt } from 'node:crypto'
import { formatDecimalAmount, parseCents } from '#contract/core/money.ts'
import { encodeIpn, formatPayPalDate, type IpnFields } from './encode-paypal-ipn.ts'

/** The fields of the form that takes a customer to PayPal. */
export type PaymentForm = Readonly<Record<string, string>>

/** A notice to send. PayPal verifies it if `isOurs`. */
export type PayPalNotice = { url: string; bytes: Buffer; isOurs: boolean }

export type PayPalPayment = {
  transactionId: string
  form: PaymentForm
  cents: number
  currency: string
  payee: string
  charset: string
}

/** One transaction in PayPal's records. Incoming cents are positive, outgoing ones negative. */
export type PayPalTransaction = {
  kind: 'paid' | 'refunded' | 'reversed' | 'returned'
  transactionId: string
  cents: number
  currency: string
  invoice: string
}

/** How a payment differs from the form's values. */
export type PaymentOverrides = {
  status?: string
  /** For example `1.00`. */
  gross?: string
  currency?: string
  payee?: string
  invoice?: string | undefined
  /** The notice's character set. PayPal's default is windows-1252. */
  charset?: string
  /** Any field of the notice. `undefined` removes it. */
  fields?: IpnFields
}

/** The notices that PayPal wrote, as Latin-1 text, and its transactions. */
export type PayPalRecords = { ownNotices: Set<string>; transactions: PayPalTransaction[] }

/** Charges a form. Returns the payment and its notice without sending it. */
export function chargePayment(
  records: PayPalRecords,
  form: PaymentForm,
  overrides: PaymentOverrides = {},
): { payment: PayPalPayment; notice: PayPalNotice } {
  const { status = 'Completed', gross = form.amount ?? '', currency, payee, charset = 'windows-1252', fields } = overrides
  const payment: PayPalPayment = {
    transactionId: generatePayPalId(17),
    form: 'invoice' in overrides ? { ...form, invoice: overrides.invoice ?? '' } : form,
    cents: parseCents(gross) ?? 0,
    currency: currency ?? form.currency_code ?? 'USD',
    payee: payee ?? form.business ?? '',
    charset,
  }
  if (status === 'Completed') recordTransaction(records, 'paid', payment, payment.transactionId, payment.cents)
  return { payment, notice: buildNotice(records, payment, status, fields) }
}

/** Changes a payment's status, such as `Pending` to `Completed`. Returns the notice without sending it. */
export function changePaymentStatus(
  records: PayPalRecords,
  payment: PayPalPayment,
  status: string,
  fields?: IpnFields,
): PayPalNotice {
  if (status === 'Completed') recordTransaction(records, 'paid', payment, payment.transactionId, payment.cents)
  return buildNotice(records, payment, status, fields)
}

/** Returns money to the customer, by default all of it. Returns the notice without sending it. */
export function refundOrReversePayment(
  records: PayPalRecords,
  kind: 'refunded' | 'reversed',
  payment: PayPalPayment,
  cents = payment.cents,
): { transactionId: string; notice: PayPalNotice } {
  const transactionId = generatePayPalId(17)
  recordTransaction(records, kind, payment, transactionId, cents)
  const status = kind === 'refunded' ? 'Refunded' : 'Reversed'
  return {
    transactionId,
    notice: buildNotice(records, payment, status, buildReturnFields(payment, transactionId, `-${formatDecimalAmount(cents)}`)),
  }
}

/** Cancels a reversal, so that the payee keeps the money. Returns the notice without sending it. */
export function cancelReversal(records: PayPalRecords, payment: PayPalPayment, cents = payment.cents): PayPalNotice {
  const transactionId = generatePayPalId(17)
  recordTransaction(records, 'returned', payment, transactionId, cents)
  return buildNotice(records, payment, 'Canceled_Reversal', buildReturnFields(payment, transactionId, formatDecimalAmount(cents)))
}

/** Builds a notice that PayPal never sent. */
export function forgeNotice(
  records: PayPalRecords,
  form: PaymentForm,
  { status = 'Completed', gross = form.amount ?? '', fields }: PaymentOverrides = {},
): PayPalNotice {
  const payment = {
    transactionId: generatePayPalId(17),
    form,
    cents: parseCents(gross) ?? 0,
    currency: 'USD',
    payee: form.business ?? '',
    charset: 'windows-1252',
  }
  return buildNotice(records, payment, status, fields, false)
}

/** Builds a notice about a payment. PayPal verifies it later if `isOurs`. */
function buildNotice(
  records: PayPalRecords,
  payment: PayPalPayment,
  status: string,
  fields: IpnFields = {},
  isOurs = true,
): PayPalNotice {
  const { form, transactionId, cents, currency, payee, charset } = payment
  const bytes = encodeIpn({
    mc_gross: formatDecimalAmount(cents),
    invoice: form.invoice,
    protection_eligibility: 'Eligible',
    payer_id: 'LPLWNMTBWMFAY',
    payment_date: formatPayPalDate(Date.now()),
    payment_status: status,
    charset,
    first_name: 'Zoë',
    notify_version: '3.9',
    custom: form.custom,
    payer_status: 'verified',
    business: payee,
    quantity: '1',
    verify_sign: generatePayPalId(56),
    payer_email: 'zoe@example.com',
    txn_id: transactionId,
    payment_type: 'instant',
    receiver_email: payee,
    txn_type: 'web_accept',
    item_name: form.item_name,
    mc_currency: currency,
    item_number: form.item_number,
    test_ipn: '1',
    ipn_track_id: generatePayPalId(13),
    ...fields,
  })
  if (isOurs) records.ownNotices.add(bytes.toString('latin1'))
  return { url: form.notify_url ?? '', bytes, isOurs }
}

/** Records a transaction with the sign of its kind. */
function recordTransaction(
  records: PayPalRecords,
  kind: PayPalTransaction['kind'],
  { form, currency }: PayPalPayment,
  transactionId: string,
  cents: number,
): void {
  const isIncoming = kind === 'paid' || kind === 'returned'
  records.transactions.push({ kind, transactionId, cents: isIncoming ? cents : -cents, currency, invoice: form.invoice ?? '' })
}

function buildReturnFields({ transactionId }: PayPalPayment, id: string, gross: string): IpnFields {
  return { txn_id: id, parent_txn_id: transactionId, mc_gross: gross, reason_code: 'refund', txn_type: undefined }
}

/** Generates an id of PayPal's capital letters and digits. */
export function generatePayPalId(length: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
