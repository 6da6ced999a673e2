import { Link } from 'react-router'
import { dollarsAndCents } from '../../../../contract/grammar/money.ts'
import type { Order } from '../../../../contract/sales/orders.ts'
import type { Column } from '../../../lists/paged-table.tsx'
import { orderPath } from '../../site-map.ts'
import { PaymentChips } from './payment-chips.tsx'

/** An order in a table. */
export const columns: readonly Column<Order>[] = [
  {
    head: 'Order',
    kind: 'figure',
    cell: ({ _number, orderDate }) => (
      <span>
        <span className="block font-semibold">{_number}</span>
        <span className="block text-help text-muted">{orderDate}</span>
      </span>
    ),
  },
  {
    head: 'Customer',
    kind: 'name',
    cell: ({ customerName, customerEmail }) => (
      <>
        <span className="line-clamp-2 font-normal">{customerName}</span>
        <span className="line-clamp-2 text-help font-normal text-muted">{customerEmail}</span>
      </>
    ),
  },
  { head: 'Package', cell: ({ packageName }) => packageName },
  { head: 'Price', kind: 'amount', cell: ({ packagePrice }) => dollarsAndCents(packagePrice) },
  { head: 'Payment', cell: (order) => <PaymentChips order={order} /> },
  { head: 'Status', cell: ({ orderStatus }) => orderStatus },
  {
    head: 'Open',
    kind: 'act',
    cell: ({ _id, _number }) => (
      <Link to={orderPath(_id)} className="inline-flex min-h-11 items-center font-semibold underline">
        Open<span className="sr-only"> order {_number}</span>
      </Link>
    ),
  },
]
