import { randomUUIDv7 } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { openDeliverableStates } from '#contract/work/deliverable-workflow.ts'
import { getWorkMonthDate } from '#contract/work/work-month-calendar.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import type { DatabaseReader, DatabaseTables, EmailChange } from '#platform/db/tables.ts'
import { joinableOrders, selectOrderIdsOfCustomer } from '#server/sales/orders/queries.ts'
import type { DeliverableStepTable, DeliverableTable, OrderWorkTable } from './tables.ts'

export function findOrderWork(db: DatabaseReader, orderId: string): Promise<OrderWorkTable | undefined> {
  return db.selectFrom('order_work').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** Work with how its order stands. `is_touched`: the team changed the state of a part that isn't canceled. */
export type OrderWorkWithStatus = OrderWorkTable &
  Pick<DatabaseTables['orders'], 'payment_status' | 'order_status'> & { is_touched: SqlBool }

export const isOrderTouched = sql<SqlBool>`exists (
    select 1 from deliverable part where part.order_id = order_work.order_id and part.state not in ('planned', 'canceled'))`

/** Lists the work of some orders. */
export function listOrderWork(db: DatabaseReader, orderIds: readonly string[]): Promise<OrderWorkWithStatus[]> {
  const works = db.selectFrom('order_work').innerJoin(joinableOrders, 'orders.id', 'order_work.order_id')
  return works
    .selectAll('order_work')
    .select(['payment_status', 'order_status', isOrderTouched.as('is_touched')])
    .where('order_id', 'in', orderIds)
    .execute()
}

/** Locks the work of an order, so that one step after another is taken. */
export function lockOrderWork(tx: Tx, orderId: string): Promise<OrderWorkTable | undefined> {
  const lock = tx.updateTable('order_work').set({ order_id: orderId }).where('order_id', '=', orderId)
  return takeLock(tx, 'order work', () => lock.returningAll().executeTakeFirst())
}

/** Runs at the first payment of an order. */
export function insertOrderWork(
  tx: Tx,
  order_id: string,
  { isActive, month, contact_id }: { isActive: boolean; month: number; contact_id: string | null },
): Promise<OrderWorkTable> {
  const row = { order_id, opened_at: Date.now(), is_active: Number(isActive), starts_on: null, month, contact_id }
  return tx.insertInto('order_work').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Lists the packages of the customer's paid orders, one for each order but `exceptId`. */
export async function listPackagesOfPaidOrders(db: DatabaseReader, customerEmail: string, exceptId = ''): Promise<string[]> {
  const own = db.selectFrom(joinableOrders).select('package_name').where('customer_email', '=', customerEmail)
  const rows = await own.where('payment_status', '=', 'Paid').where('id', '!=', exceptId).execute()
  return rows.map(({ package_name }) => package_name)
}

/** Looks one order's work up. PostgreSQL would read all work for a join. */
const workOfOrder = sql<SqlBool>`exists (select 1 from order_work where order_id = orders.id)`
const contactOfOrder = sql<string | null>`(select contact_id from order_work where order_id = orders.id)`

/** Returns the contact of the customer's last order with work, or null. */
export async function findLastContact(db: DatabaseReader, customerEmail: string): Promise<string | null> {
  const own = db.selectFrom(joinableOrders).select(contactOfOrder.as('contact')).where('customer_email', '=', customerEmail)
  const last = await own.where(workOfOrder).orderBy('customer_number', 'desc').limit(1).executeTakeFirst()
  return last?.contact ?? null
}

type OrderWorkChange = Partial<Pick<OrderWorkTable, 'is_active' | 'starts_on' | 'month' | 'contact_id'>>

export async function updateOrderWork(tx: Tx, orderId: string, change: OrderWorkChange): Promise<void> {
  await tx.updateTable('order_work').set(change).where('order_id', '=', orderId).execute()
}

/** A deliverable to add. `due_day` counts from the start of the month. */
export type NewDeliverable = Pick<DeliverableTable, 'title' | 'details' | 'needs_approval' | 'due_day' | 'due_on' | 'weight'> &
  Partial<Pick<DeliverableTable, 'carried_from' | 'template_id'>>

/** Adds deliverables after the existing ones, and their first step. Returns their ids. */
export async function insertDeliverables(
  tx: Tx,
  orderId: string,
  added: readonly NewDeliverable[],
  { isActive, actor }: { isActive: boolean; actor: string },
): Promise<string[]> {
  if (added.length === 0) return []
  const { last } = await tx
    .selectFrom('deliverable')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  // The ids ascend, because the work board sorts by them. Those of one millisecond would not.
  const ids = added.map(() => randomUUIDv7()).toSorted()
  const rows = added.map(
    (one, index): DeliverableTable => ({
      id: ids[index] as string,
      order_id: orderId,
      position: Number(last ?? 0) + index + 1,
      state: 'planned',
      is_on_board: Number(isActive),
      waiting_for: '',
      reason: '',
      proof_url: '',
      proof_file: '',
      proof_note: '',
      draft_number: 0,
      assignee: '',
      version: 1,
      carried_from: null,
      template_id: null,
      own_title: null,
      delivery_email: null,
      ...one,
    }),
  )
  await tx.insertInto('deliverable').values(rows).execute()
  const firstStep = { by_side: 'team', actor, comment: '' } as const
  await tx
    .insertInto('deliverable_step')
    .values(rows.map((row) => buildStep(row, firstStep)))
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives the parts of an order the weight 1 if none has any. So their equal shares stay when other parts are added. */
export async function keepEqualShares(tx: Tx, orderId: string): Promise<void> {
  const weighted = tx.selectFrom('deliverable').select('id').where('order_id', '=', orderId).where('weight', '>', 0)
  const parts = tx.updateTable('deliverable').set({ weight: 1 }).where('order_id', '=', orderId)
  await parts.where(({ not, exists }) => not(exists(weighted))).execute()
}

export function findDeliverable(db: DatabaseReader, id: string): Promise<DeliverableTable | undefined> {
  return db.selectFrom('deliverable').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists the deliverables of an order: the carried ones first, then its own in their order. */
export function listDeliverables(db: DatabaseReader, orderId: string): Promise<DeliverableTable[]> {
  const all = db.selectFrom('deliverable').selectAll().where('order_id', '=', orderId)
  const own = sql`case when carried_from is null then 1 else 0 end`
  return all.orderBy(own).orderBy('position').orderBy('id').execute()
}

/** Assigns the open work of a member of the team to the new email. */
export async function moveAssignedWork(tx: Tx, { from, to }: EmailChange): Promise<void> {
  const onBoard = tx.updateTable('deliverable').where('state', 'in', openDeliverableStates).where(sql<boolean>`is_on_board = 1`)
  await onBoard.set({ assignee: to }).where('assignee', '=', from).execute()
}

/** Lists the copies that took no step and that no admin changed. */
export async function listUntouchedCopies(tx: Tx, orderId: string): Promise<string[]> {
  const copies = tx.selectFrom('deliverable').innerJoin('deliverable_step', 'deliverable_id', 'deliverable.id').select('id')
  const untouched = await copies
    .where('order_id', '=', orderId)
    .where('deliverable.state', '=', 'planned')
    .where('assignee', '=', '')
    // A carried part that joined a new one made its second version.
    .where('deliverable.version', '=', sql<number>`case when own_title is null then 1 else 2 end`)
    .where('deliverable_step.version', '=', 1)
    .where('deliverable_step.actor', '=', '')
    .execute()
  return untouched.map(({ id }) => id)
}

export async function deleteDeliverables(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('deliverable_step').where('deliverable_id', 'in', ids).execute()
  await tx.deleteFrom('deliverable').where('id', 'in', ids).execute()
}

/** Lists the parts of some orders that aren't canceled. */
export function listPromisedParts(
  db: DatabaseReader,
  orderIds: readonly string[],
): Promise<Pick<DeliverableTable, 'id' | 'order_id' | 'title' | 'state'>[]> {
  return db
    .selectFrom('deliverable')
    .select(['id', 'order_id', 'title', 'state'])
    .where('order_id', 'in', orderIds)
    .where('state', '!=', 'canceled')
    .orderBy('order_id')
    .orderBy('position')
    .execute()
}

export async function updateDeliverable(tx: Tx, { id, ...changes }: DeliverableTable): Promise<void> {
  await tx.updateTable('deliverable').set(changes).where('id', '=', id).execute()
}

/** Cancels a deliverable in any state. An empty actor is the product. */
export function cancelDeliverable(tx: Tx, before: DeliverableTable, reason: string, actor: string): Promise<void> {
  return closeDeliverable(tx, before, 'canceled', reason, actor)
}

/** Takes a deliverable in any state out of the work. */
export async function closeDeliverable(
  tx: Tx,
  before: DeliverableTable,
  state: 'canceled' | 'not delivered',
  reason: string,
  actor: string,
): Promise<void> {
  const version = before.version + 1
  const after: DeliverableTable = { ...before, state, waiting_for: '', reason, is_on_board: 0, version }
  await updateDeliverable(tx, after)
  await insertStep(tx, after, { by_side: 'team', actor, comment: reason })
}

type StepAuthor = Pick<DeliverableStepTable, 'by_side' | 'actor' | 'comment'>

/** Records the step that a deliverable just took. Its version makes a second record of it fail. */
export async function insertStep(tx: Tx, after: DeliverableTable, author: StepAuthor): Promise<void> {
  await tx.insertInto('deliverable_step').values(buildStep(after, author)).execute()
}

function buildStep(
  { id, version, state, draft_number, proof_url, proof_file, proof_note }: DeliverableTable,
  author: StepAuthor,
): DeliverableStepTable {
  return { deliverable_id: id, version, at: Date.now(), state, draft_number, proof_url, proof_file, proof_note, ...author }
}

/** Lists the steps of some deliverables, oldest first. */
export async function listStepsOfDeliverables(db: DatabaseReader, ids: readonly string[]): Promise<DeliverableStepTable[]> {
  if (ids.length === 0) return []
  const steps = db.selectFrom('deliverable_step').selectAll().where('deliverable_id', 'in', ids)
  return steps.orderBy('deliverable_id').orderBy('version').execute()
}

/** Computes the due dates that follow from the start of the month. */
export async function recomputeDueDates(tx: Tx, orderId: string, startsOn: string): Promise<void> {
  const days = await tx
    .selectFrom('deliverable')
    .select('due_day')
    .distinct()
    .where('order_id', '=', orderId)
    .where('due_day', 'is not', null)
    .execute()
  for (const { due_day } of days)
    await tx
      .updateTable('deliverable')
      .set({ due_on: getWorkMonthDate(startsOn, due_day ?? 0) })
      .where('order_id', '=', orderId)
      .where('due_day', '=', due_day)
      .execute()
}

/** Puts the open deliverables of an order on the work board, or takes them off. */
export async function setDeliverablesOnBoard(tx: Tx, orderId: string, isActive: boolean): Promise<void> {
  await tx
    .updateTable('deliverable')
    .set({ is_on_board: Number(isActive) })
    .where('order_id', '=', orderId)
    .where('state', 'in', openDeliverableStates)
    .execute()
}

/** Deletes what a customer wrote about drafts. The steps stay, because they say what was agreed. */
export async function eraseCustomerCommentsOnDrafts(tx: Tx, email: string): Promise<void> {
  const orders = selectOrderIdsOfCustomer(email)
  const deliverables = tx.selectFrom('deliverable').select('id').where('order_id', 'in', orders)
  await tx
    .updateTable('deliverable_step')
    .set({ comment: '' })
    .where('deliverable_id', 'in', deliverables)
    .where('by_side', '=', 'customer')
    .execute()
}
