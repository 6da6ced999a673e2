import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { Order } from '../../contract/sales/orders.ts'
import { readFlashNotice, respondWithFlashNotice } from '../flash-notice.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import type { LoadedListPage } from '../lists/load-list-page.ts'
import type { PageModule } from '../site-page.ts'
import { ArrowLink } from '../ui/link-button.tsx'
import { OrderSteps } from '../ui/order-steps.tsx'
import { getVisit } from '../visit-context.ts'
import { CustomerPage } from './customer-page.tsx'
import { type AfterPaymentRecords, loadAfterPaymentRecords, NextSteps } from './next-steps.tsx'
import { OrdersTable } from './orders-table.tsx'
import { isPayable, LIST_PAGE_SIZE, loadOwnOrders } from './own-orders.ts'
import { UnpaidOrderBanner } from './unpaid-order-banner.tsx'

type LoaderData = { orders: LoadedListPage<Order>; steps: AfterPaymentRecords; notice?: string }

const DASHBOARD = { href: '/dashboard', text: 'Dashboard' }
const ORDER_AGAIN_LINK = <ArrowLink href="/pricing">Order another month</ArrowLink>

export const myOrdersPage: PageModule = {
  loader: createListLoader(),
  Page: function MyOrders() {
    const { orders, notice } = useLoaderData<LoaderData>()
    return (
      <CustomerPage title="My Orders" parentPage={DASHBOARD} hasProblem={'problem' in orders}>
        <SuccessNotice notice={notice} />
        <OrdersTable title="Orders" list={orders} path="/my-order" aside={ORDER_AGAIN_LINK} />
      </CustomerPage>
    )
  },
}

/** The page after placing an order (P-79). The order to pay comes first. */
export const pendingOrdersPage: PageModule = {
  loader: createListLoader({ pending: '1' }),
  Page: function PendingOrders() {
    const { orders, notice, steps } = useLoaderData<LoaderData>()
    const newOrderId = useSearchParams()[0].get(NEW_ORDER_PARAM) ?? undefined
    const unpaidOrders = 'records' in orders ? orders.records.filter(isPayable) : []
    const orderToPay = unpaidOrders.find(({ _id }) => _id === newOrderId) ?? unpaidOrders[0]
    return (
      <CustomerPage title="Your Pending Orders" parentPage={DASHBOARD} hasProblem={'problem' in orders}>
        {orderToPay && <OrderSteps current="Pay" />}
        <SuccessNotice notice={notice} />
        {orderToPay && (
          <div className="order-to-pay">
            <UnpaidOrderBanner order={orderToPay} />
            <NextSteps steps={steps}>
              <small>Now</small>
              <h3>You pay with PayPal</h3>
              <p>Use your PayPal account or a card. Then you come back here for your receipt.</p>
            </NextSteps>
          </div>
        )}
        <OrdersTable
          title="Orders"
          list={orders}
          path="/pending-order"
          newOrderId={newOrderId}
          payButtonStyle={orderToPay && 'outline'}
          aside={ORDER_AGAIN_LINK}
          emptyText="No pending orders"
        />
      </CustomerPage>
    )
  },
}

/** The query parameter with the id of the new order, which stands out. */
export const NEW_ORDER_PARAM = 'placed'

/** Creates the loader of a list of the signed-in person's own orders (P-91). */
function createListLoader(filter?: { pending: '1' }) {
  return async ({ context, request }: LoaderFunctionArgs) => {
    const visit = getVisit(context)
    const [orders, steps] = await Promise.all([
      loadOwnOrders(visit, request, LIST_PAGE_SIZE, filter),
      filter ? loadAfterPaymentRecords(visit.call, 'Step') : [],
    ])
    const loaderData: LoaderData = { orders, steps }
    const notice = await readFlashNotice(request)
    return notice ? respondWithFlashNotice(request, notice, loaderData) : loaderData
  }
}
