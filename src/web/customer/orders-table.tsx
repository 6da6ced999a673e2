import type { ReactNode } from 'react'
import { dollarsAndCents } from '../../contract/grammar/money.ts'
import type { Order } from '../../contract/sales/orders.ts'
import type { ListPage } from '../lists/list-page.ts'
import { type Column, PagedTable } from '../lists/paged-table.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { nextStep, Payment, Work } from './order-words.tsx'
import { isToPay } from './own-orders.ts'

const ID = 'orders'

const columns: readonly Column<Order>[] = [
  { head: 'Order', kind: 'name', cell: ({ _id, _number }) => <a href={`/my-order/${_id}`}>{_number}</a> },
  { head: 'Package', cell: ({ packageName }) => packageName },
  { head: 'Price', kind: 'amount', cell: ({ packagePrice }) => dollarsAndCents(packagePrice) },
  { head: 'Placed', cell: ({ orderDate }) => orderDate },
  { head: 'Work', cell: (order) => <Work {...order} /> },
  { head: 'Next step', cell: nextStep },
  { head: 'Payment', kind: 'act', cell: (order) => <Payment order={order} /> },
]

type Props = {
  title: string
  list: ListPage<Order>
  /** The page that the table is on. */
  path: string
  /** The id of the order that was placed just now. */
  placed?: string
  aside?: ReactNode
}

/** Somebody's own orders, newest first; what waits for them, and what is new, stands out. */
export function OrdersTable({ title, list, path, placed, aside }: Props) {
  return (
    <div className="orders">
      <PagedTable
        id={ID}
        title={title}
        list={list}
        columns={columns}
        addressOf={(page) => `${path}?page=${page}#${ID}`}
        markOf={(order) => (order._id === placed ? 'new' : isToPay(order) ? 'open' : undefined)}
        log="Error fetching orders:"
        aside={aside}
        empty={<NoOrders />}
      />
    </div>
  )
}

function NoOrders() {
  return (
    <>
      <p>No orders yet</p>
      <LinkButton href="/pricing">See packages</LinkButton>
    </>
  )
}
