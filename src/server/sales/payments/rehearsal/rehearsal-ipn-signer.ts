import { randomBytes } from 'node:crypto'
import { formatDecimalAmount } from '#contract/core/money.ts'
import type { RehearsalCheckoutFormValues } from '#contract/sales/rehearsal-checkout.ts'
import { createSigner } from '#platform/secrets/tokens.ts'

const VALIDATE_PREFIX = 'cmd=_notify-validate&'
const SIGNATURE_FIELD = '&verify_sign='
const PST_OFFSET_MS = -8 * 3_600_000

/** The event in a notice. `cents` is negative for a refund. */
export type RehearsalIpnEvent = { status: string; transactionId: string; cents: number; parent?: string }

/** The form fields that a notice repeats. */
type IpnFormFields = Pick<RehearsalCheckoutFormValues, 'invoice' | 'custom' | 'business' | 'item_name' | 'currency_code'>

/**
 * Writes and verifies notices in PayPal's format (IPN and PDT variables). A signature proves a notice, so that every
 * process on the database can verify it without stored state (decision 34).
 */
export function createRehearsalIpnSigner(secret: string) {
  const { sign, isValidSignature } = createSigner(secret)
  return {
    buildIpn(form: IpnFormFields, { status, transactionId, cents, parent }: RehearsalIpnEvent): string {
      const fields = new URLSearchParams({
        mc_gross: formatDecimalAmount(cents),
        invoice: form.invoice,
        custom: form.custom,
        payment_date: formatPayPalTime(Date.now()),
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
      return text + SIGNATURE_FIELD + sign(text)
    },

    /** Answers a verification request in PayPal's format (IPN protocol, step 2). */
    verifyIpn(body: Buffer): 'VERIFIED' | 'INVALID' {
      const text = body.toString('latin1')
      const at = text.lastIndexOf(SIGNATURE_FIELD)
      const isOurs =
        text.startsWith(VALIDATE_PREFIX) &&
        at > 0 &&
        isValidSignature(text.slice(VALIDATE_PREFIX.length, at), text.slice(at + SIGNATURE_FIELD.length))
      return isOurs ? 'VERIFIED' : 'INVALID'
    },
  }
}

/** Sends a notice to the site as PayPal does. Follows no redirect. */
export async function postIpn(notifyUrl: string, body: string, signal: AbortSignal): Promise<Pick<Response, 'ok' | 'status'>> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Rankstead rehearsal' }
  const response = await fetch(notifyUrl, { method: 'POST', headers, body, redirect: 'manual', signal })
  await response.body?.cancel()
  return response
}

/** Creates an id like PayPal's: 17 capital letters and digits. */
export function createTransactionId(): string {
  return randomBytes(9).toString('hex').slice(0, 17).toUpperCase()
}

/** Formats a time such as `20:12:59 Jan 13, 2026 PST`. */
function formatPayPalTime(at: number): string {
  const [, day, month, year, time] = new Date(at + PST_OFFSET_MS).toUTCString().split(' ')
  return `${time} ${month} ${day}, ${year} PST`
}
