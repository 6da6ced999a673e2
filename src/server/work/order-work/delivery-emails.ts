import type { Tx } from '#platform/db/database-writer.ts'
import type { MailService } from '../../mail/mail.ts'
import type { StoredOrder } from '../../sales/orders/orders.ts'
import { buildDeliveredEmail, STEP_EMAIL_DELAY_MS } from './emails.ts'
import { listDeliverables } from './store.ts'
import type { DeliverableTable } from './tables.ts'

/**
 * Adds a delivery to the order's email that waits, or queues one. A part that is taken back leaves the email that waits
 * (P-350). Runs in the step's transaction, under the lock on the work. Returns the id of the email that names the part.
 */
export async function updateDeliveryEmail(
  { mail }: { mail: MailService },
  tx: Tx,
  order: StoredOrder,
  before: DeliverableTable,
  after: DeliverableTable,
): Promise<string | null> {
  const isDelivered = after.state === 'delivered'
  if (!isDelivered && before.delivery_email === null) return null
  const others = (await listDeliverables(tx, order.id)).filter(({ id, state }) => id !== after.id && state === 'delivered')
  // The ids of emails ascend.
  const emailId = isDelivered
    ? others
        .map((one) => one.delivery_email ?? '')
        .toSorted()
        .at(-1)
    : before.delivery_email
  const named = others.filter(({ delivery_email }) => emailId && delivery_email === emailId)
  const build = (parts: readonly DeliverableTable[]) =>
    buildDeliveredEmail(order.customer_email, {
      order,
      parts: parts.map(({ id, title, proof_note }) => ({ id, title, words: proof_note })),
    })
  if (isDelivered) {
    if (emailId && (await mail.replaceUnsent(tx, emailId, build([...named, after])))) return emailId
    return mail.enqueue(tx, build([after]), STEP_EMAIL_DELAY_MS)
  }
  if (emailId && named.length > 0) await mail.replaceUnsent(tx, emailId, build(named))
  else if (emailId) await mail.cancel(tx, emailId)
  return null
}
