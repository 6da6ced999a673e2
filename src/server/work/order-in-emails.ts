import type { StoredOrder } from '../sales/orders/orders.ts'

/** What emails about the work say about the order. */
export type OrderInEmail = Pick<StoredOrder, 'id' | 'number' | 'customer_name'>

export const SAMPLE_ORDER: OrderInEmail = {
  id: '00000000-0000-4000-8000-000000000001',
  number: 1001,
  customer_name: 'Dana Sample',
}
