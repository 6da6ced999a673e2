import type { ReactNode } from 'react'
import { formatDollars } from '#contract/core/money.ts'
import type { Order } from '#contract/sales/orders.ts'
import { describeUnreadMessages, type UnreadConversation } from '#contract/work/conversation.ts'
import type { CustomerActionItem } from '#contract/work/customer-action-items.ts'
import { ORDERS_LOAD_ERROR_CONSOLE_LINE } from '../lists/load-error.tsx'
import type { LoadedListPage } from '../lists/load-list-page.ts'
import { type Column, PagedTable } from '../lists/paged-table.tsx'
import { type ButtonStyle, LinkButton } from '../ui/link-button.tsx'
import { describeOrderNextStep, OrderStatusBadge, PayButtonOrStatus } from './order-status.tsx'
import { buildMessagesUrl, isPayable } from './own-orders.ts'

const TABLE_ID = 'orders'

const buildColumns = (
  { waiting, unread }: Pick<Props, 'waiting' | 'unread'>,
  payButtonStyle: ButtonStyle | undefined,
): readonly Column<Order>[] => [
  { title: 'Order', kind: 'name', renderCell: ({ _id, _number }) => <a href={`/my-order/${_id}`}>{_number}</a> },
  { title: 'Package', renderCell: ({ packageName }) => packageName },
  { title: 'Price', kind: 'amount', renderCell: ({ packagePrice }) => formatDollars(packagePrice) },
  { title: 'Placed', renderCell: ({ orderDate }) => orderDate },
  { title: 'Work', renderCell: (order) => <OrderStatusBadge {...order} /> },
  {
    title: 'Next step',
    renderCell: (order) => {
      const isWaiting = waiting.some((item) => item.order._id === order._id)
      const messages = unread.find(({ _id }) => _id === order._id)
      return (
        <div>
          {describeOrderNextStep(order, isWaiting)}
          {messages && <a href={buildMessagesUrl(order._id)}>{describeUnreadMessages(messages.unread)}</a>}
        </div>
      )
    },
  },
  { title: 'Payment', kind: 'actions', renderCell: (order) => <PayButtonOrStatus order={order} buttonStyle={payButtonStyle} /> },
]

type Props = {
  title: string
  list: LoadedListPage<Order>
  /** What the orders wait for from the customer. */
  waiting: readonly CustomerActionItem[]
  /** The orders with messages that the customer hasn't read. */
  unread: readonly UnreadConversation[]
  /** The path of the table's page. */
  path: string
  /** The id of an order that the customer just placed. */
  newOrderId?: string
  payButtonStyle?: ButtonStyle
  emptyText?: string
  aside?: ReactNode
}

/** Lists a customer's orders, newest first. Highlights payable orders and the new one. */
export function OrdersTable(props: Props) {
  const { title, list, path, newOrderId, payButtonStyle, emptyText = 'No orders yet', aside } = props
  return (
    <div className="orders">
      <PagedTable
        id={TABLE_ID}
        title={title}
        list={list}
        columns={buildColumns(props, payButtonStyle)}
        getPageUrl={(page) => `${path}?page=${page}#${TABLE_ID}`}
        getRowMark={(order) => (order._id === newOrderId ? 'new' : isPayable(order) ? 'open' : undefined)}
        consoleMessage={ORDERS_LOAD_ERROR_CONSOLE_LINE}
        aside={aside}
        emptyContent={
          <>
            <p>{emptyText}</p>
            <LinkButton href="/pricing">See packages</LinkButton>
          </>
        }
      />
    </div>
  )
}
