import { UserError } from '#contract/core/user-error.ts'
import {
  previewOrderStatusEmailEndpoint,
  STATUS_UNDO_WINDOW_MS,
  setOrderStatusEndpoint,
  setOrderStatusesEndpoint,
  undoOrderStatusEndpoint,
} from '#contract/sales/order-status-endpoints.ts'
import type { OrderStatus } from '#contract/sales/order-statuses.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { findOfferedPackage } from '../../content/business/business.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { buildOrderDeliveredEmail } from './order-emails.ts'
import { serializeOrder } from './serialize-order.ts'
import {
  findOrderEventById,
  insertOrderEvent,
  listOrderEvents,
  markOrderEventUndone,
  type StoredOrder,
  type StoredOrderEvent,
} from './store.ts'
import { findOrderForPerson, lockOrder, updateOrderAndCounters } from './update-order.ts'

/** The exact alert text (P-116). */
const UPDATED_MESSAGE = 'OrderStatus is Updated'

const STATUS_OF_EVENT: Readonly<Record<StoredOrderEvent['kind'], OrderStatus>> = { delivered: 'Delivered', reopened: 'Pending' }

/** `changeId` is missing if the order had the status already, or if the change undid the last one. */
type StatusUpdate = { order: StoredOrder; changeId?: string }

/** `email`: whether the email of the undone change went out. `none` if the change sends no email. */
type OrderStatusUndoResult = { order: StoredOrder; email: 'unsent' | 'maybe' | 'sent' | 'none' }

/**
 * Changes the status of orders. The email about a delivery waits in the outbox for `STATUS_UNDO_WINDOW_MS`. Setting the order
 * back before that deletes the email, and the order's history shows neither change.
 */
export function createOrderStatusHandlers(dependencies: OrderDependencies) {
  const { read, write, mail, timeZone, loadWorkSummaries } = dependencies

  async function buildEmail(db: DatabaseReader, order: StoredOrder) {
    const work = (await loadWorkSummaries(db, [order.id])).get(order.id)
    const offered = await findOfferedPackage(db, { name: order.package_name })
    const packageId = offered?.isOneOff ? undefined : offered?.id
    return buildOrderDeliveredEmail(order.customer_email, { order, work, packageId })
  }

  async function saveStatus(tx: Tx, { id, number }: StoredOrder, orderStatus: OrderStatus, actor: string): Promise<void> {
    await updateOrderAndCounters(dependencies, tx, id, { order_status: orderStatus })
    await recordAuditEntry(tx, { actor, action: 'order.status', subject: String(number), detail: { orderStatus } })
  }

  async function deliver(tx: Tx, order: StoredOrder, actor: string): Promise<string> {
    const email_id = await mail.enqueue(tx, await buildEmail(tx, order), STATUS_UNDO_WINDOW_MS)
    return insertOrderEvent(tx, { order_id: order.id, kind: 'delivered', actor, email_id })
  }

  /** Undoes an unsent delivery. Otherwise adds an event and returns its id. */
  async function reopen(
    tx: Tx,
    { id }: StoredOrder,
    actor: string,
  ): Promise<{ email: OrderStatusUndoResult['email']; changeId?: string }> {
    const last = (await listOrderEvents(tx, id)).at(-1)
    const email = last?.email_id ? await mail.cancel(tx, last.email_id) : 'sent'
    if (last && email === 'unsent') {
      await markOrderEventUndone(tx, last.id)
      return { email }
    }
    return { email, changeId: await insertOrderEvent(tx, { order_id: id, kind: 'reopened', actor, email_id: null }) }
  }

  async function changeStatus(tx: Tx, id: string, status: OrderStatus, actor: string): Promise<StatusUpdate> {
    const order = await lockOrder(tx, id)
    if (order.order_status === status) return { order }
    const changeId = status === 'Delivered' ? await deliver(tx, order, actor) : (await reopen(tx, order, actor)).changeId
    await saveStatus(tx, order, status, actor)
    return { order: { ...order, order_status: status }, ...(changeId && { changeId }) }
  }

  /** A repetition changes nothing and answers the same. Throws a 404, or a 409 if the order changed again afterward. */
  async function undoChange(tx: Tx, changeId: string, actor: string): Promise<OrderStatusUndoResult> {
    const event = await findOrderEventById(tx, changeId)
    if (!event) throw new UserError(404, 'There’s no such change.')
    const order = await lockOrder(tx, event.order_id)
    const status: OrderStatus = event.kind === 'delivered' ? 'Pending' : 'Delivered'
    if (order.order_status === status) return { order, email: getRepeatedOutcome(event) }
    if ((await listOrderEvents(tx, order.id)).at(-1)?.id !== changeId)
      throw new UserError(409, `Order ${order.number} has changed since then. Open it to see its status.`)
    if (event.kind === 'reopened') await markOrderEventUndone(tx, changeId)
    const email = event.kind === 'reopened' ? 'none' : (await reopen(tx, order, actor)).email
    await saveStatus(tx, order, status, actor)
    return { order: { ...order, order_status: status }, email }
  }

  /** Changes each order once, all of them or none. Throws a 404 for an unknown id. */
  async function setStatuses(ids: readonly string[], status: OrderStatus, actor: string) {
    // Read before the write, because after it the database may be lost.
    const zone = await timeZone()
    const updates = await write((tx) => inOrder(new Set(ids), (id) => changeStatus(tx, id, status, actor)))
    mail.wake()
    return {
      records: updates.map(({ order }) => serializeOrder(order, zone)),
      changes: updates.flatMap(({ changeId }) => changeId ?? []),
    }
  }

  return [
    defineHandler(setOrderStatusEndpoint, async ({ params, body }, { person }) => {
      const { records } = await setStatuses([params.id], body.orderStatus, person.email)
      return { message: UPDATED_MESSAGE, record: records[0] as Order }
    }),

    defineHandler(setOrderStatusesEndpoint, async ({ body: { ids, orderStatus } }, { person }) => ({
      message: UPDATED_MESSAGE,
      ...(await setStatuses(ids, orderStatus, person.email)),
    })),

    defineHandler(previewOrderStatusEmailEndpoint, async ({ params }, { person }) => {
      const order = await findOrderForPerson(read, params.id, person)
      const email = await buildEmail(read, order)
      const last = (await listOrderEvents(read, order.id)).at(-1)
      const undoFor = (last?.at ?? 0) + STATUS_UNDO_WINDOW_MS - Date.now()
      const undoable =
        last && undoFor > 0 ? { _id: last.id, orderStatus: STATUS_OF_EVENT[last.kind], actor: last.actor, undoFor } : null
      return { deliveredEmail: { to: email.to, subject: email.subject, text: await mail.renderText(email) }, undoable }
    }),

    defineHandler(undoOrderStatusEndpoint, async ({ body: { changes } }, { person }) => {
      const zone = await timeZone()
      const undone = await write((tx) => inOrder(new Set(changes), (id) => undoChange(tx, id, person.email)))
      return { message: describeUndo(undone), records: undone.map(({ order }) => serializeOrder(order, zone)) }
    }),
  ]
}

/** Says plainly which emails an undo could not stop. */
function describeUndo(undone: readonly OrderStatusUndoResult[]): string {
  const listRecipients = (email: OrderStatusUndoResult['email']) =>
    new Intl.ListFormat('en-US').format(
      new Set(undone.filter((one) => one.email === email).map(({ order }) => order.customer_email)),
    )
  const [sent, maybe, unsent] = [listRecipients('sent'), listRecipients('maybe'), listRecipients('unsent')]
  return [
    'Undone. The order is back to its earlier status.',
    unsent && `No email went to ${unsent}.`,
    sent && `The email to ${sent} had already been sent.`,
    maybe && `The email to ${maybe} may already be on its way.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function getRepeatedOutcome({ kind, undone_at }: StoredOrderEvent): OrderStatusUndoResult['email'] {
  if (kind === 'reopened') return 'none'
  return undone_at === null ? 'sent' : 'unsent'
}

async function inOrder<T>(ids: Iterable<string>, work: (id: string) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (const id of ids) results.push(await work(id))
  return results
}
