import type { DeliverableState } from '#contract/work/deliverable-workflow.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader, DeliverableTable } from '#platform/db/tables.ts'
import type { MailService } from '../../mail/mail.ts'
import type { StoredOrder } from '../../sales/orders/orders.ts'
import {
  buildDeliverableDeliveredEmail,
  buildDraftAnsweredEmail,
  buildDraftReadyEmail,
  buildInputNeededEmail,
  buildMonthStartedEmail,
} from './emails.ts'

export type StepEmailDependencies = { mail: MailService; adminEmails: (db: DatabaseReader) => Promise<string[]> }

const customerEmails: Partial<Record<DeliverableState, typeof buildDraftReadyEmail>> = {
  'waiting for approval': buildDraftReadyEmail,
  'waiting for client': buildInputNeededEmail,
  delivered: buildDeliverableDeliveredEmail,
}

/** Queues the email about a step, in the step's transaction. Most steps of the team send none. */
export async function queueDeliverableStepEmail(
  { mail, adminEmails }: StepEmailDependencies,
  tx: Tx,
  order: StoredOrder,
  { id, title, state, draft_number, proof_note, waiting_for }: DeliverableTable,
  comment: string,
): Promise<void> {
  const values = { order, deliverable: { id, title, draftNumber: draft_number } }
  if (state === 'approved' || state === 'changes requested') {
    const answered = { ...values, isApproved: state === 'approved', words: comment }
    for (const to of await adminEmails(tx)) await mail.enqueue(tx, buildDraftAnsweredEmail(to, answered))
    return
  }
  const words = state === 'waiting for client' ? waiting_for : proof_note
  const build = customerEmails[state as DeliverableState]
  if (build) await mail.enqueue(tx, build(order.customer_email, { ...values, words }))
}

/** Queues the email about the start of the month. */
export async function queueMonthStartEmail(
  { mail }: StepEmailDependencies,
  tx: Tx,
  order: StoredOrder,
  start: { startsOn: string; isMoved: boolean },
): Promise<void> {
  await mail.enqueue(tx, buildMonthStartedEmail(order.customer_email, { order, ...start }))
}
