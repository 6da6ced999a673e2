import { formatDollars } from '../../contract/core/money.ts'
import { CheckmarkList } from '../ui/checkmark-list.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { CustomerPage } from './customer-page.tsx'
import { loadOrderPage, useOrderPageData } from './load-order.ts'
import { buildSupportUrl, CreditNoteLinks, DetailList, PaymentNotices, RehearsalNotice } from './order-page-parts.tsx'
import { describeNextStep, PaymentStatusLabel, WorkStatus } from './order-status.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { isPayable } from './own-orders.ts'

export const loader = loadOrderPage

/** Shows one order with its points, its timeline and the next step (P-94). */
export function Page() {
  const { order, paymentState, timeline } = useOrderPageData()
  const { _id, _number, packageName, packagePrice, _packagePoints } = order
  return (
    <CustomerPage title={`Order ${_number}`} parentPage={{ href: '/my-order', text: 'My Orders' }}>
      <RehearsalNotice {...paymentState} />
      <PaymentNotices {...paymentState} />
      <div className="order-page">
        <section aria-labelledby="next" className="order-next">
          <h2 id="next">{describeNextStep(order)}</h2>
          {isPayable(order) && <LinkButton href={`/pay-now/${_id}`}>Pay Now</LinkButton>}
          {paymentState.receipt && <LinkButton href={`/api/invoice/${_id}`}>Invoice (PDF)</LinkButton>}
          <CreditNoteLinks id={_id} paymentState={paymentState} />
          <LinkButton href={buildSupportUrl(order)} buttonStyle="outline">
            Support
          </LinkButton>
        </section>
        <section aria-labelledby="facts">
          <h2 id="facts" className="h3">
            The order
          </h2>
          <DetailList
            details={[
              ['Number', _number],
              ['Package', packageName],
              ['Price', formatDollars(packagePrice)],
              ['Placed', order.orderDate],
              Number(order._received) > 0 && ['Received', formatDollars(order._received)],
              Number(order._refunded) > 0 && ['Refunded', formatDollars(order._refunded)],
              Number(order._refunded) > 0 && ['Net', formatDollars(order._net)],
              ['Payment', <PaymentStatusLabel key="payment" order={order} />],
              ['Work', <WorkStatus key="work" {...order} />],
              ['Name', order.customerName],
              ['Email', order.customerEmail],
              ['Address', `${order.customerAddress}, ${order.customerCountry}`],
            ]}
          />
        </section>
        <div>
          <section aria-labelledby="points">
            <h2 id="points" className="h3">
              What you ordered
            </h2>
            <CheckmarkList>{_packagePoints}</CheckmarkList>
          </section>
          <section aria-labelledby="order-timeline">
            <h2 id="order-timeline" className="h3">
              Timeline
            </h2>
            <OrderTimeline steps={timeline} />
          </section>
        </div>
      </div>
    </CustomerPage>
  )
}
