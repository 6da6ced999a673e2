import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Order } from '../../contract/sales/orders.ts'
import { readFlashNotice, respondWithFlashNotice } from '../flash-notice.ts'
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
/** The page after placing an order (P-79). */
export const pendingOrdersPage = createOrderListPage('/pending-order', 'Your Pending Orders')

/** The query parameter with the id of the new order, which stands out. */
export const NEW_ORDER_PARAM = 'placed'

/** Creates a page that lists the signed-in person's own orders (P-91). */
function createOrderListPage(path: string, title: string): PageModule {
  return {
    loader: async ({ context, request }: LoaderFunctionArgs) => {
      const loaderData: LoaderData = { orders: await loadOwnOrders(getVisit(context), request, LIST_PAGE_SIZE) }
      const notice = await readFlashNotice(request)
      return notice ? respondWithFlashNotice(request, notice, loaderData) : loaderData
    },
    Page: function OrderList() {
      const { orders, notice } = useLoaderData<LoaderData>()
      const newOrderId = useSearchParams()[0].get(NEW_ORDER_PARAM) ?? undefined
      const newOrder = 'records' in orders ? orders.records.find(({ _id }) => _id === newOrderId) : undefined
      return (
        <CustomerPage title={title} parentPage={{ href: '/dashboard', text: 'Dashboard' }} hasProblem={'problem' in orders}>
          <SuccessNotice notice={notice} />
          {newOrder && isPayable(newOrder) && <UnpaidOrderBanner order={newOrder} />}
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
