import type { Tx } from '../../platform/db/database-writer.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import type { StoredOrder } from '../../sales/orders/orders.ts'
import type { BriefsModule } from '../briefs/briefs.ts'
import { insertOrderWork, updateActivity } from './store.ts'

export type OrderWorkModule = ModuleApi<typeof createOrderWorkModule>

/** Creates the module for the work of paid orders. Work begins with the first payment and stays, also after a refund. */
export function createOrderWorkModule({ briefs }: { briefs: Pick<BriefsModule, 'open'> }) {
  const orderWork = { sync: (tx: Tx, order: StoredOrder) => syncOrderWork(tx, order, briefs) }
  return {
    ...orderWork,
    name: 'work/order-work',
    stateTables: ['order_work'],
  } satisfies ServerModule
}

/** Follows a change of an order. Opens its work once, when the order is Paid for the first time. */
async function syncOrderWork(tx: Tx, order: StoredOrder, briefs: Pick<BriefsModule, 'open'>): Promise<void> {
  const { id, payment_status, order_status } = order
  const isPaid = payment_status === 'Paid'
  const isActive = isPaid && order_status !== 'Delivered'
  if ((await updateActivity(tx, id, isActive)) || !isPaid) return
  await insertOrderWork(tx, id, isActive)
  await briefs.open(tx, order)
}
