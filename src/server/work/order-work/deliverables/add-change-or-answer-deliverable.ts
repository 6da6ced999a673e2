import { LAST_DAY_OF_WORK_MONTH } from '#contract/content/kinds/deliverable-template.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import { type DeliverableState, isOpenDeliverableState, type TeamOrCustomer } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { getWorkMonthDate } from '#contract/work/work-month-calendar.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { DeliverableTable } from '#platform/db/tables.ts'
import { recordAuditEntry } from '#server/audit-log/audit-log.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork, type WorkCaller, type WorkDependencies } from '../dependencies.ts'
import { lockOrderWork } from '../store.ts'
import { changeDeliverableUnderLock, haveDeliverableTermsChanged, loadDeliverable } from './change-deliverable-under-lock.ts'
import { cancelUnlinkedCopies } from './outcomes/carry-over-to-next-order.ts'
import { isOrderPaid, linkWaitingOutcome, listActiveDeliverableOutcomes, withdrawWaitingOutcome } from './outcomes/store.ts'
import { assertTextsBelongToStep, type DeliverableStepTexts, planDeliverableStep } from './plan-deliverable-step.ts'
import { findDeliverable, insertDeliverables, listDeliverables } from './store.ts'

const NOT_STARTED = 'Start the month first. Until then nothing is due.'

export type DeliverableInput = { title: string; details: string; dueOn?: string | undefined; needsApproval: boolean }

export type DeliverableChangeInput = Omit<DeliverableStepTexts, 'comment'> & {
  [Name in keyof DeliverableInput]?: DeliverableInput[Name] | undefined
} & {
  weight?: number | undefined
  state?: DeliverableState | undefined
  assignee?: string | undefined
  version: number | undefined
}

export type DraftAnswer = { answer: 'approved' | 'changes'; comment: string; version: number | undefined }

export async function addDeliverable(
  dependencies: WorkDependencies,
  orderId: string,
  person: WorkCaller,
  { title, details, dueOn, needsApproval }: DeliverableInput,
  idempotency: IdempotencyKey | undefined,
): Promise<Deliverable> {
  const { write, orders } = dependencies
  const order = await orders.findForPerson(orderId, person)
  const context = await loadDeliverableReplyContext(dependencies, person)
  const work = async (tx: Tx) => {
    const { starts_on, is_active } = requireFoundOrderWork(await lockOrderWork(tx, orderId))
    if (dueOn !== undefined && starts_on === null) throw new UserError(409, NOT_STARTED)
    const due =
      dueOn === undefined
        ? {
            due_day: LAST_DAY_OF_WORK_MONTH,
            due_on: starts_on === null ? null : getWorkMonthDate(starts_on, LAST_DAY_OF_WORK_MONTH),
          }
        : { due_day: null, due_on: dueOn }
    const added = { title, details, needs_approval: Number(needsApproval), ...due, weight: 0 }
    const [newId = ''] = await insertDeliverables(tx, orderId, [added], { isActive: is_active === 1, actor: person.email })
    await audit(tx, 'deliverable.added', person, order, title)
    return { id: newId }
  }
  return write(work, idempotency, async (tx, { id }) => loadDeliverable(tx, await findDeliverable(tx, id), context))
}

export async function changeDeliverable(
  dependencies: WorkDependencies,
  id: string,
  person: WorkCaller,
  change: DeliverableChangeInput,
): Promise<Deliverable> {
  const { title, details, dueOn, needsApproval, weight, state, assignee, version, ...texts } = change
  return changeDeliverableUnderLock(dependencies, id, person, version, async (tx, { before, work, order }) => {
    if (assignee && !(await dependencies.hasAdminRole(tx, assignee))) throw new UserError(400, 'Choose an admin.', 'assignee')
    const promised: DeliverableTable = {
      ...before,
      ...(title !== undefined && { title }),
      ...(details !== undefined && { details }),
      ...(needsApproval !== undefined && { needs_approval: Number(needsApproval) }),
      ...(weight !== undefined && { weight }),
      ...(dueOn !== undefined && { due_on: dueOn, ...(dueOn !== before.due_on && { due_day: null }) }),
    }
    if (dueOn !== undefined && work.starts_on === null) throw new UserError(409, NOT_STARTED)
    if (promised.needs_approval !== before.needs_approval && (before.state !== 'planned' || before.draft_number > 0))
      throw new UserError(409, 'You can change whether the client approves it only before the work begins.')
    if (promised.weight !== before.weight) await assertPriceSharesCanChange(tx, order.id)
    if (state !== undefined && before.state === 'not delivered') await endOutcomeOfResumedDeliverable(tx, before)
    if (state === 'delivered' || (state !== undefined && !isOpenDeliverableState(before.state)))
      await claimCarriedWork(tx, before, state)
    if (state === undefined) assertTextsBelongToStep(undefined, texts)
    if (texts.proofFile) await attachProof(dependencies, tx, order, texts.proofFile, person)
    const after = state === undefined ? promised : planDeliverableStep(promised, state, 'team', texts)
    if (haveDeliverableTermsChanged(before, promised)) await audit(tx, 'deliverable.changed', person, order, promised.title)
    return {
      after: { ...after, ...(assignee !== undefined && { assignee: assignee.toLowerCase() }) },
      comment: texts.waitingFor ?? texts.reason ?? '',
    }
  })
}

/** Shows a file of the order to the client. Throws a 400 for any other id. */
async function attachProof(
  { files }: WorkDependencies,
  tx: Tx,
  order: StoredOrder,
  id: string,
  person: WorkCaller,
): Promise<void> {
  await files.attach(tx, order, [id], true, person).catch((error: unknown) => {
    if (!isUserError(error)) throw error
    throw new UserError(400, 'Choose a file from this order.', 'proofFile')
  })
}

/** Takes the client's answer to a draft. Throws a 409 unless it is about the current version. */
export async function answerDeliverableDraft(
  dependencies: WorkDependencies,
  id: string,
  person: WorkCaller,
  { answer, comment, version }: DraftAnswer,
): Promise<Deliverable> {
  const to = answer === 'approved' ? 'approved' : 'changes requested'
  const side: TeamOrCustomer = 'customer'
  return changeDeliverableUnderLock(dependencies, id, person, version, async (_tx, { before, order }) => {
    if (order.customer_email !== person.email) throw new UserError(403, 'Only the client can answer a draft.')
    if (version === undefined) throw new UserError(400, 'Send the _version of the draft that you read.', '_version')
    return { after: planDeliverableStep(before, to, side, { comment }), comment, side }
  })
}

async function audit(
  tx: Tx,
  action: 'deliverable.added' | 'deliverable.changed',
  { email }: WorkCaller,
  { number }: StoredOrder,
  title: string,
): Promise<void> {
  await recordAuditEntry(tx, { actor: email, action, subject: String(number), detail: { title } })
}

/** Throws a 409 once a share was refunded: another weight would change what the refund was computed from. */
async function assertPriceSharesCanChange(tx: Tx, orderId: string): Promise<void> {
  const deliverables = await listDeliverables(tx, orderId)
  const activeOutcomes = await listActiveDeliverableOutcomes(
    tx,
    deliverables.map(({ id }) => id),
  )
  if (activeOutcomes.some(({ kind }) => kind === 'refunded'))
    throw new UserError(409, 'A share of this order was refunded, so you can’t change any part of the price.')
}

/** Ends the outcome of a deliverable that the team resumes. Throws a 409 if something followed from it. */
async function endOutcomeOfResumedDeliverable(tx: Tx, { id, title }: DeliverableTable): Promise<void> {
  if (await withdrawWaitingOutcome(tx, id)) {
    await cancelUnlinkedCopies(tx, id)
    return
  }
  const [activeOutcome] = await listActiveDeliverableOutcomes(tx, [id])
  if (!activeOutcome) return
  if (activeOutcome.kind === 'refunded')
    throw new UserError(409, `The share of “${title}” was refunded. Add a new deliverable if you still do it.`)
  throw new UserError(409, `“${title}” is part of order ${activeOutcome.next_order_number} now. Work on it there.`)
}

/**
 * Links a deliverable that is resumed or delivered to the one that it continues. Throws a 409 if another order continues
 * that one now, and if a resumed one's order isn't paid.
 */
async function claimCarriedWork(
  tx: Tx,
  { id, order_id, title, carried_from }: DeliverableTable,
  to: DeliverableState,
): Promise<void> {
  if (carried_from === null) return
  const [activeOutcome] = await listActiveDeliverableOutcomes(tx, [carried_from])
  if (activeOutcome?.carried_to !== id && !(await linkWaitingOutcome(tx, carried_from, id)))
    throw new UserError(409, `“${title}” no longer belongs to this order.`)
  if (to !== 'delivered' && !(await isOrderPaid(tx, order_id)))
    throw new UserError(409, `This order isn’t paid. The next paid order delivers “${title}”.`)
}
