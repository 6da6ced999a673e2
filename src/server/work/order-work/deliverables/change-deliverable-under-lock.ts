import { UserError } from '#contract/core/user-error.ts'
import { isOpenDeliverableState, type TeamOrCustomer } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader, DeliverableTable, OrderWorkTable } from '#platform/db/tables.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork, type WorkCaller, type WorkDependencies } from '../dependencies.ts'
import { queueDeliverableStepEmail } from '../queue-order-work-emails.ts'
import { lockOrderWork } from '../store.ts'
import { type DeliverableReplyContext, serializeDeliverables } from './serialize-deliverable.ts'
import { findDeliverable, insertStep, updateDeliverable } from './store.ts'

const NO_SUCH_DELIVERABLE = 'There is no such deliverable.'

type LockedRows<More> = { before: DeliverableTable; work: OrderWorkTable; order: StoredOrder; locked: More }
type DeliverableChange = { after: DeliverableTable; comment: string; side?: TeamOrCustomer; isNewVersion?: true }

/**
 * Locks the work of the order, so that of two changes of one version only one succeeds. `lockFirst` takes the locks that
 * come before that one. Throws a 404 or a 409.
 */
export async function changeDeliverableUnderLock<More = undefined>(
  dependencies: WorkDependencies,
  id: string,
  person: WorkCaller,
  version: number | undefined,
  plan: (tx: Tx, locked: LockedRows<More>) => Promise<DeliverableChange>,
  lockFirst?: (tx: Tx, orderId: string) => Promise<More>,
): Promise<Deliverable> {
  const { read, write, orders, mail } = dependencies
  const context = await loadDeliverableReplyContext(dependencies, person)
  const order = await orders.find((await findDeliverable(read, id))?.order_id ?? null)
  if (!order || (!person.isAdmin && order.customer_email !== person.email)) throw new UserError(404, NO_SUCH_DELIVERABLE)
  const changed = await write(async (tx) => {
    const locked = (await lockFirst?.(tx, order.id)) as More
    const work = requireFoundOrderWork(await lockOrderWork(tx, order.id))
    const before = await findDeliverable(tx, id)
    if (!before) throw new UserError(404, NO_SUCH_DELIVERABLE)
    const serialize = (row: DeliverableTable) => loadDeliverable(tx, row, context)
    if (version !== undefined && version !== before.version)
      throw new UserError(
        409,
        'This deliverable changed since you opened it. Look at it again.',
        undefined,
        await serialize(before),
      )
    const { after, comment, side = 'team', ...planned } = await plan(tx, { before, work, order, locked })
    const isStep = after.draft_number !== before.draft_number || after.state !== before.state
    // Who does the work is internal, so it must not make the client's answer outdated.
    const isNewVersion = isStep || haveDeliverableTermsChanged(before, after) || planned.isNewVersion === true
    const saved: DeliverableTable = {
      ...after,
      version: before.version + Number(isNewVersion),
      is_on_board: Number(work.is_active === 1 && isOpenDeliverableState(after.state)),
    }
    await updateDeliverable(tx, saved)
    if (isStep) {
      await insertStep(tx, saved, { by_side: side, actor: person.email, comment })
      await queueDeliverableStepEmail(dependencies, tx, order, saved, comment)
    }
    return serialize(saved)
  })
  mail.wake()
  return changed
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
