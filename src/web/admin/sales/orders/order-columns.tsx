import { Link } from 'react-router'
import { formatDollars } from '#contract/core/money.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { Column } from '#web/lists/paged-table.tsx'
import { buildAdminOrderPath, buildOrderWorkPath } from '../../admin-paths.ts'
import { PaymentChips } from './payment-chips.tsx'

/** `listQuery` is the query of the list's URL, so that the order's page leads back to the same list. */
export function buildOrderColumns(listQuery = ''): readonly Column<Order>[] {
  return [...baseColumns, buildLinkColumn(listQuery)]
}

const baseColumns: readonly Column<Order>[] = [
  {
    title: 'Order',
    kind: 'figure',
    renderCell: ({ _number, orderDate }) => (
      <span>
        <span className="block font-semibold">{_number}</span>
        <span className="block text-help text-muted">{orderDate}</span>
      </span>
    ),
  },
  {
    title: 'Customer',
    kind: 'name',
    renderCell: ({ customerName, customerEmail }) => (
      <>
        <span className="line-clamp-2 font-normal wrap-anywhere">{customerName}</span>
        <span className="line-clamp-2 text-help font-normal text-muted wrap-anywhere">{customerEmail}</span>
      </>
    ),
  },
  { title: 'Package', renderCell: ({ packageName }) => packageName },
  { title: 'Price', kind: 'amount', renderCell: ({ packagePrice }) => formatDollars(packagePrice) },
  { title: 'Payment', renderCell: (order) => <PaymentChips order={order} /> },
  {
    title: 'Status',
    renderCell: ({ _id, _number, orderStatus, paymentStatus }) =>
      paymentStatus === 'Paid' ? (
        <Link
          to={buildOrderWorkPath(_id)}
          aria-label={`${orderStatus}: work of order ${_number}`}
          className="inline-flex min-h-11 items-center underline"
        >
          {orderStatus}
        </Link>
      ) : (
        orderStatus
      ),
  },
]

function buildLinkColumn(listQuery: string): Column<Order> {
  return {
    title: 'Open',
    kind: 'actions',
    renderCell: ({ _id, _number }) => (
      <Link to={buildAdminOrderPath(_id, listQuery)} className="inline-flex min-h-11 items-center font-semibold underline">
        Open<span className="sr-only"> order {_number}</span>
      </Link>
    ),
  }
}
