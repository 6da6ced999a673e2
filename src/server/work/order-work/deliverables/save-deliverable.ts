import { UserError } from '#contract/core/user-error.ts'
import { isOpenDeliverableState, type TeamOrCustomer } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork, type WorkCaller, type WorkDependencies } from '../dependencies.ts'
import { queueDeliverableStepEmail } from '../emails.ts'
import { findDeliverable, insertStep, lockOrderWork, updateDeliverable } from '../store.ts'
import type { DeliverableTable, OrderWorkTable } from '../tables.ts'
import { type DeliverableReplyContext, serializeDeliverables } from './serialize-deliverable.ts'

const NO_SUCH_DELIVERABLE = 'There is no such deliverable.'

type DeliverableToChange = { id: string; order: StoredOrder; context: DeliverableReplyContext }
type LockedDeliverable = { before: DeliverableTable; work: OrderWorkTable }

/** What happens to a deliverable. A client's answer has the side `customer`. */
type DeliverableChange = {
  after: DeliverableTable
  comment: string
  side?: TeamOrCustomer
  /** Also if no step was taken and the terms are the same. */
  isNewVersion?: boolean
}

/** Finds a deliverable that the person may see. Throws a 404. */
export async function findDeliverableToChange(
  dependencies: WorkDependencies,
  id: string,
  person: WorkCaller,
): Promise<DeliverableToChange> {
  const { read, orders } = dependencies
  const context = await loadDeliverableReplyContext(dependencies, person)
  const order = await orders.find((await findDeliverable(read, id))?.order_id ?? null)
  if (!order || (!person.isAdmin && order.customer_email !== person.email)) throw new UserError(404, NO_SUCH_DELIVERABLE)
  return { id, order, context }
}

/** Locks the work of the order, so that of two changes of one version only one succeeds. Throws a 404 or a 409. */
export async function lockDeliverable(
  tx: Tx,
  { id, order, context }: DeliverableToChange,
  version: number | undefined,
): Promise<LockedDeliverable> {
  const work = requireFoundOrderWork(await lockOrderWork(tx, order.id))
  const before = await findDeliverable(tx, id)
  if (!before) throw new UserError(404, NO_SUCH_DELIVERABLE)
  if (version !== undefined && version !== before.version) {
    const current = await loadDeliverable(tx, before, context)
    throw new UserError(409, 'This deliverable changed since you opened it. Look at it again.', undefined, current)
  }
  return { before, work }
}

/** Saves a locked deliverable. A step also gets its place in the history, and its email. */
export async function saveDeliverable(
  dependencies: WorkDependencies,
  tx: Tx,
  { order, context }: DeliverableToChange,
  { before, work }: LockedDeliverable,
  { after, comment, side = 'team', isNewVersion = false }: DeliverableChange,
): Promise<Deliverable> {
  const isStep = after.draft_number !== before.draft_number || after.state !== before.state
  // Who does the work is internal, so it must not make the client's answer outdated.
  const hasNewVersion = isStep || haveDeliverableTermsChanged(before, after) || isNewVersion
  const saved: DeliverableTable = {
    ...after,
    version: before.version + Number(hasNewVersion),
    is_on_board: Number(work.is_active === 1 && isOpenDeliverableState(after.state)),
  }
  await updateDeliverable(tx, saved)
  if (isStep) {
    await insertStep(tx, saved, { by_side: side, actor: context.person.email, comment })
    await queueDeliverableStepEmail(dependencies, tx, order, saved, comment)
  }
  return loadDeliverable(tx, saved, context)
}

/** Returns whether the title, the details, the due date or the need for approval changed. */
export function haveDeliverableTermsChanged(before: DeliverableTable, after: DeliverableTable): boolean {
  return (['title', 'details', 'due_on', 'needs_approval'] as const).some((name) => before[name] !== after[name])
}

export async function loadDeliverable(
  db: DatabaseReader,
  row: DeliverableTable | undefined,
  context: DeliverableReplyContext,
): Promise<Deliverable> {
  const [deliverable] = row ? await serializeDeliverables(db, [row], context) : []
  if (!deliverable) throw new UserError(404, NO_SUCH_DELIVERABLE)
  return deliverable
}
