import { dollarsAndCents } from '../../contract/grammar/money.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { TickList } from '../ui/tick-list.tsx'
import { CustomerPage } from './customer-page.tsx'
import { CreditNotes, Facts, PaymentNotes, RehearsalNote } from './order-facts.tsx'
import { Story } from './order-story.tsx'
import { nextStep, PaymentState, Work } from './order-words.tsx'
import { isToPay } from './own-orders.ts'
import { loadToldOrder, useToldOrder } from './told-order.ts'

export const loader = loadToldOrder

/** Everything about one order: what was bought, how it stands, what happened, and what is next. */
export function Page() {
  const { order, standing, story } = useToldOrder()
  const { _id, _number, packageName, packagePrice, _packagePoints } = order
  return (
    <CustomerPage title={`Order ${_number}`} above={{ href: '/my-order', text: 'My Orders' }}>
      <RehearsalNote {...standing} />
      <PaymentNotes {...standing} />
      <div className="order-page">
        <section aria-labelledby="next" className="order-next">
          <h2 id="next">{nextStep(order)}</h2>
          {isToPay(order) && <LinkButton href={`/pay-now/${_id}`}>Pay Now</LinkButton>}
          {standing.receipt && <LinkButton href={`/api/invoice/${_id}`}>Invoice (PDF)</LinkButton>}
          <CreditNotes id={_id} standing={standing} />
          <LinkButton href="/contact" look="outline">
            Support
          </LinkButton>
        </section>
        <section aria-labelledby="facts">
          <h2 id="facts" className="h3">
            The order
          </h2>
          <Facts
            facts={[
              ['Number', _number],
              ['Package', packageName],
              ['Price', dollarsAndCents(packagePrice)],
              ['Placed', order.orderDate],
              Number(order._received) > 0 && ['Received', dollarsAndCents(order._received)],
              Number(order._refunded) > 0 && ['Refunded', dollarsAndCents(order._refunded)],
              Number(order._refunded) > 0 && ['Net', dollarsAndCents(order._net)],
              ['Payment', <PaymentState key="payment" order={order} />],
              ['Work', <Work key="work" {...order} />],
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
            <TickList>{_packagePoints}</TickList>
          </section>
          <section aria-labelledby="story">
            <h2 id="story" className="h3">
              Timeline
            </h2>
            <Story steps={story} />
          </section>
        </div>
      </div>
    </CustomerPage>
  )
}
