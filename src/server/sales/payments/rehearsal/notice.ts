import { randomBytes } from 'node:crypto'
import { amountOf } from '../../../../contract/grammar/money.ts'
import type { CheckoutForm } from '../../../../contract/sales/rehearsal.ts'
import { createSigner } from '../../../platform/secrets/secrets.ts'

const PREFIX = 'cmd=_notify-validate&'
const SIGNATURE = '&verify_sign='
const PST = -8 * 3_600_000

/** What one notice tells of a payment; `cents` as the notice counts, less than nothing where money went back. */
export type Told = { status: string; transactionId: string; cents: number; parent?: string }

/** The fields of the form that a notice repeats. */
type NoticeForm = Pick<CheckoutForm, 'invoice' | 'custom' | 'business' | 'item_name' | 'currency_code'>

/**
 * Writes notices as PayPal does (IPN and PDT variables), and knows its own again: each carries a signature over the
 * bytes before it, so that nothing has to be kept and every process on one database can say (decision 34).
 */
export function createNotices(secret: string) {
  const { sign, isSigned } = createSigner(secret)
  return {
    write(form: NoticeForm, { status, transactionId, cents, parent }: Told): string {
      const fields = new URLSearchParams({
        mc_gross: amountOf(cents),
        invoice: form.invoice,
        custom: form.custom,
        payment_date: dateOf(Date.now()),
        payment_status: status,
        charset: 'UTF-8',
        notify_version: '3.9',
        business: form.business,
        receiver_email: form.business,
        payer_email: 'rehearsal@example.com',
        payer_status: 'unverified',
        txn_id: transactionId,
        ...(parent === undefined ? { txn_type: 'web_accept' } : { parent_txn_id: parent }),
        payment_type: status === 'Pending' ? 'echeck' : 'instant',
        item_name: form.item_name,
        quantity: '1',
        mc_currency: form.currency_code,
        test_ipn: '1',
      })
      const text = fields.toString()
      return text + SIGNATURE + sign(text)
    },

    /** The answer to a question as PayPal is asked it. */
    verdictOn(question: Buffer): 'VERIFIED' | 'INVALID' {
      const text = question.toString('latin1')
      const at = text.lastIndexOf(SIGNATURE)
      const isOurs =
        text.startsWith(PREFIX) && at > 0 && isSigned(text.slice(PREFIX.length, at), text.slice(at + SIGNATURE.length))
      return isOurs ? 'VERIFIED' : 'INVALID'
    },
  }
}

/** A name as PayPal gives payments: 17 capitals and digits. */
export function newTransactionId(): string {
  return randomBytes(9).toString('hex').slice(0, 17).toUpperCase()
}

/** Such as `20:12:59 Jan 13, 2026 PST`. */
function dateOf(at: number): string {
  const [, day, month, year, time] = new Date(at + PST).toUTCString().split(' ')
  return `${time} ${month} ${day}, ${year} PST`
}
