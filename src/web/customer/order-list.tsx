import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Order } from '../../contract/sales/orders.ts'
import { SuccessNotice } from '../forms/form-answer.tsx'
import type { ListPage } from '../lists/list-page.ts'
import { readNotice, withNotice } from '../notice.ts'
import type { PageModule } from '../page.ts'
import { ArrowLink } from '../ui/link-button.tsx'
import { visitOf } from '../visit.ts'
import { CustomerPage } from './customer-page.tsx'
import { NeedsYou } from './needs-you.tsx'
import { OrdersTable } from './orders-table.tsx'
import { IN_LIST, isToPay, readOwnOrders } from './own-orders.ts'

type Loaded = { orders: ListPage<Order>; notice?: string }

export const myOrders = orderList('/my-order', 'My Orders')
/** Where an order leads to that was placed just now (spec section 2); `placed` in the address names it. */
export const pendingOrders = orderList('/pending-order', 'Your Pending Orders')

/** In the address of a list: the id of the order that is to stand out. */
export const PLACED = 'placed'

/** All orders of whoever is signed in, under one of the two names that the specification has for them. */
function orderList(path: string, title: string): PageModule {
  return {
    loader: async ({ context, request }: LoaderFunctionArgs) => {
      const loaded: Loaded = { orders: await readOwnOrders(visitOf(context), request, IN_LIST) }
      const notice = await readNotice(request)
      return notice ? withNotice(request, notice, loaded) : loaded
    },
    Page: function OrderList() {
      const { orders, notice } = useLoaderData<Loaded>()
      const placed = useSearchParams()[0].get(PLACED) ?? undefined
      // What happens next with it, and the way there, for as long as it waits to be paid.
      const order = 'records' in orders ? orders.records.find(({ _id }) => _id === placed) : undefined
      return (
        <CustomerPage title={title} above={{ href: '/dashboard', text: 'Dashboard' }} hasProblem={'problem' in orders}>
          <SuccessNotice notice={notice} />
          {order && isToPay(order) && <NeedsYou order={order} />}
          <OrdersTable
            title="Orders"
            list={orders}
            path={path}
            placed={placed}
            aside={<ArrowLink href="/pricing">Order another month</ArrowLink>}
          />
        </CustomerPage>
      )
    },
  }
}
