import type { Tx } from '#platform/db/database-writer.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import { lockOrderWork, setDeliverablesOnBoard, updateOrderWork } from '../store.ts'
import { findOpenStopRequest } from './store.ts'

/** Puts an order on the board while it is Paid and not Delivered. A client's request to stop pauses it. */
export async function setOrderActivity(tx: Tx, order: StoredOrder): Promise<void> {
  const work = await lockOrderWork(tx, order.id)
  const isDue = order.payment_status === 'Paid' && order.order_status !== 'Delivered'
  const isActive = isDue && (await findOpenStopRequest(tx, order.id)) === undefined
  if (!work || work.is_active === Number(isActive)) return
  await updateOrderWork(tx, order.id, { is_active: Number(isActive) })
  await setDeliverablesOnBoard(tx, order.id, isActive)
}
