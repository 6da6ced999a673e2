import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Order } from '../../contract/sales/orders.ts'
import { readNotice, respondWithNotice } from '../flash-notice.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import type { LoadedListPage } from '../lists/load-list-page.ts'
import type { PageModule } from '../site-page.ts'
import { ArrowLink } from '../ui/link-button.tsx'
import { getVisit } from '../visit-context.ts'
import { CustomerPage } from './customer-page.tsx'
import { OrdersTable } from './orders-table.tsx'
import { isPayable, LIST_PAGE_SIZE, loadOwnOrders } from './own-orders.ts'
import { UnpaidOrderBanner } from './unpaid-order-banner.tsx'

type LoaderData = { orders: LoadedListPage<Order>; notice?: string }

export const myOrdersPage = createOrderListPage('/my-order', 'My Orders')
/** Where an order leads to that was placed just now (P-79); `placed` in the address names it. */
export const pendingOrdersPage = createOrderListPage('/pending-order', 'Your Pending Orders')

/** In the address of a list: the id of the order that is to stand out. */
export const NEW_ORDER_PARAM = 'placed'

/** All orders of whoever is signed in, under one of the two names of the list (P-91). */
function createOrderListPage(path: string, title: string): PageModule {
  return {
    loader: async ({ context, request }: LoaderFunctionArgs) => {
      const loaderData: LoaderData = { orders: await loadOwnOrders(getVisit(context), request, LIST_PAGE_SIZE) }
      const notice = await readNotice(request)
      return notice ? respondWithNotice(request, notice, loaderData) : loaderData
    },
    Page: function OrderList() {
      const { orders, notice } = useLoaderData<LoaderData>()
      const newOrderId = useSearchParams()[0].get(NEW_ORDER_PARAM) ?? undefined
      // What happens next with it, and the way there, for as long as it waits to be paid.
      const order = 'records' in orders ? orders.records.find(({ _id }) => _id === newOrderId) : undefined
      return (
        <CustomerPage title={title} parentPage={{ href: '/dashboard', text: 'Dashboard' }} hasProblem={'problem' in orders}>
          <SuccessNotice notice={notice} />
          {order && isPayable(order) && <UnpaidOrderBanner order={order} />}
          <OrdersTable
            title="Orders"
            list={orders}
            path={path}
            newOrderId={newOrderId}
            aside={<ArrowLink href="/pricing">Order another month</ArrowLink>}
          />
        </CustomerPage>
      )
    },
  }
}
