import type { afterPayment } from '../../contract/content/kinds/after-payment.ts'
import type { ContentRecord } from '../../contract/core/content-kind.ts'
import { formatDollars } from '../../contract/core/money.ts'
import type { Order } from '../../contract/sales/orders.ts'
import type { CustomerPaymentState } from '../../contract/sales/payments.ts'
import { useBusiness } from '../layout/site-frame-content.ts'
import { AFTER_PAYMENT_ANCHOR } from '../public/sections/after-payment/anchor.ts'
import { ArrowLink, LinkButton } from '../ui/link-button.tsx'
import { SampleNotice } from '../ui/sample-notice.tsx'
import { BusinessTime, CreditNoteLinks, DetailList } from './order-page-parts.tsx'
import { describeNextStep } from './order-status.tsx'

/** The steps after a payment, in order. */
export type NextSteps = readonly ContentRecord<typeof afterPayment>[]

type Props = { order: Order; paymentState: CustomerPaymentState; steps?: NextSteps }

/** Shows the receipt of a payment, and what happens next. */
export function Receipt({ order, paymentState, steps = [] }: Props) {
  const { receipt } = paymentState
  const { _id, _number, packageName, customerName, customerEmail } = order
  const { name } = useBusiness()
  return (
    <>
      <div className="order-summary">
        {receipt && (
          <p className="amount">
            <span>Paid</span> <strong>{formatDollars(receipt.received)}</strong>
          </p>
        )}
        <DetailList
          details={[
            receipt && ['Invoice', receipt.number],
            receipt && ['Arrived', <BusinessTime key="at" at={receipt.paidAt} />],
            receipt && Number(receipt.refunded) > 0 && ['Refunded', formatDollars(receipt.refunded)],
            receipt && Number(receipt.refunded) > 0 && ['Net', formatDollars(receipt.net)],
            ['Order', <a key="order" href={`/my-order/${_id}`}>{`${_number}, ${packageName}`}</a>],
            ['Paid to', name],
            ['Paid by', `${customerName}, ${customerEmail}`],
            steps.length === 0 && ['What happens next', describeNextStep(order)],
          ]}
        />
      </div>
      <div className="account-actions">
        {receipt && <LinkButton href={`/api/invoice/${_id}`}>Invoice (PDF)</LinkButton>}
        <CreditNoteLinks id={_id} paymentState={paymentState} />
        <LinkButton href="/my-order" buttonStyle="outline">
          My Orders
        </LinkButton>
      </div>
      {steps.length > 0 && <NextStepsSection steps={steps} />}
    </>
  )
}

/** A screen reader announces the whole receipt, so it stays short. The pricing page lists all steps. */
const MAX_STEPS_SHOWN = 2

function NextStepsSection({ steps }: { steps: NextSteps }) {
  return (
    <section aria-labelledby="next" className="receipt-next">
      <h2 id="next" className="h3">
        What happens next
      </h2>
      <SampleNotice records={steps} contentLabel="steps" />
      <ol className="timeline-list">
        {steps.slice(0, MAX_STEPS_SHOWN).map(({ _id, label, title, details }) => (
          <li key={_id}>
            <small>{label}</small>
            <h3>{title}</h3>
            <p>{details}</p>
          </li>
        ))}
      </ol>
      <ArrowLink href={`/pricing/#${AFTER_PAYMENT_ANCHOR}`}>All steps, day by day</ArrowLink>
    </section>
  )
}
