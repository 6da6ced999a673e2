import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { PageRouteModule } from '../define-page.ts'
import { addFlashNoticeToData } from '../flash-notices.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import { getPageRequestContext } from '../page-request-context.ts'
import { ignoreTemporaryError } from '../temporary-failures.ts'
import { CheckoutSteps } from '../ui/checkout-steps.tsx'
import { ArrowLink } from '../ui/link-button.tsx'
import { loadAfterPaymentRecords, StepsAfterPayment } from './after-payment.tsx'
import { CustomerPageFrame } from './customer-page.tsx'
import { OrdersTable } from './orders-table.tsx'
import {
  isPayable,
  loadNewestOwnOrder,
  loadOrderAgainPath,
  loadOwnOrders,
  loadUnreadConversations,
  ORDER_AGAIN_LABEL,
  OWN_ORDERS_PAGE_SIZE,
} from './own-orders.ts'
import { loadCustomerActionItems, UnpaidOrderBanner } from './work/action-cards.tsx'

const DASHBOARD = { href: '/dashboard', text: 'Dashboard' }

export const myOrdersPage: PageRouteModule = {
  loader: createListLoader(),
  Page: function MyOrders() {
    const { orders, waiting, unread, orderAgainPath, notice } = useLoaderData<ReturnType<typeof createListLoader>>()
    return (
      <CustomerPageFrame title="My Orders" parentPage={DASHBOARD} hasProblem={'problem' in orders}>
        <SuccessNotice notice={notice} />
        <OrdersTable
          title="Orders"
          list={orders}
          waiting={waiting}
          unread={unread}
          path="/my-order"
          aside={<ArrowLink href={orderAgainPath}>{ORDER_AGAIN_LABEL}</ArrowLink>}
        />
      </CustomerPageFrame>
    )
  },
}

/** The page after placing an order (P-79). The order to pay comes first. */
export const unpaidOrdersPage: PageRouteModule = {
  loader: createListLoader({ pending: '1' }),
  Page: function PendingOrders() {
    const { orders, waiting, unread, orderAgainPath, notice, steps } = useLoaderData<ReturnType<typeof createListLoader>>()
    const newOrderId = useSearchParams()[0].get(PLACED_ORDER_ID_PARAM) ?? undefined
    const unpaidOrders = 'records' in orders ? orders.records.filter(isPayable) : []
    const orderToPay = unpaidOrders.find(({ _id }) => _id === newOrderId) ?? unpaidOrders[0]
    return (
      <CustomerPageFrame title="Your Pending Orders" parentPage={DASHBOARD} hasProblem={'problem' in orders}>
        {orderToPay && <CheckoutSteps current="Pay" />}
        <SuccessNotice notice={notice} />
        {orderToPay && (
          <div className="order-to-pay">
            <UnpaidOrderBanner order={orderToPay} />
            <StepsAfterPayment steps={steps}>
              <small>Now</small>
              <h3>You pay with PayPal</h3>
              <p>Use your PayPal account or a card. Then you’ll come back here for your receipt.</p>
            </StepsAfterPayment>
          </div>
        )}
        <OrdersTable
          title="Orders"
          list={orders}
          waiting={waiting}
          unread={unread}
          path="/pending-order"
          newOrderId={newOrderId}
          payButtonStyle={orderToPay && 'outline'}
          aside={<ArrowLink href={orderAgainPath}>{ORDER_AGAIN_LABEL}</ArrowLink>}
          emptyText="No pending orders"
        />
      </CustomerPageFrame>
    )
  },
}

/** The query parameter with the id of the new order, which stands out. */
export const PLACED_ORDER_ID_PARAM = 'placed'

/** Creates the loader of a list of the signed-in person's own orders (P-91). */
function createListLoader(filter?: { pending: '1' }) {
  return async ({ context, request }: LoaderFunctionArgs) => {
    const visit = getPageRequestContext(context)
    const [orders, waiting, unread, orderAgainPath, steps] = await Promise.all([
      loadOwnOrders(visit, request, OWN_ORDERS_PAGE_SIZE, filter),
      loadCustomerActionItems(visit),
      loadUnreadConversations(visit),
      ignoreTemporaryError(loadNewestOwnOrder(visit)).then((order) => loadOrderAgainPath(visit, order)),
      filter ? loadAfterPaymentRecords(visit.call, 'Step') : [],
    ])
    return addFlashNoticeToData(request, { orders, waiting, unread, orderAgainPath, steps })
  }
}
