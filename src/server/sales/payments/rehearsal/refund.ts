import { createHash } from 'node:crypto'
import type { Fact } from '../ledger/fact.ts'
import { createNotices } from './notice.ts'

/**
 * Refunds a rehearsed payment as PayPal would: only a notice over real HTTP reports it. The same request id makes the same
 * refund. Throws if the notice was refused.
 */
export function createRehearsalRefund({ secret, notifyUrl }: { secret: string; notifyUrl: string }) {
  const { write } = createNotices(secret)
  return async (payment: Fact, cents: number, requestId: string, signal: AbortSignal): Promise<Fact[]> => {
    const { transactionId: parent, attemptId = '', currency, payees } = payment
    const transactionId = createHash('sha256').update(requestId).digest('hex').slice(0, 17).toUpperCase()
    const form = { invoice: attemptId, custom: '', business: payees[0] ?? '', item_name: 'Refund', currency_code: currency }
    const body = write(form, { status: 'Refunded', transactionId, cents: -cents, parent })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Rankstead rehearsal' }
    const response = await fetch(notifyUrl, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the notice of a rehearsed refund was answered with ${response.status}`)
    return []
  }
}
