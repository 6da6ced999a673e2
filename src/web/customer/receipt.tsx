import type { afterPayment } from '../../contract/content/kinds/after-payment.ts'
import type { RecordOf } from '../../contract/grammar/content-kind.ts'
import { dollarsAndCents } from '../../contract/grammar/money.ts'
import type { Order } from '../../contract/sales/orders.ts'
import type { PaymentStanding } from '../../contract/sales/payments.ts'
import { useBusiness } from '../layout/frame-content.ts'
import { AFTER_PAYMENT } from '../public/sections/after-payment/address.ts'
import { ArrowLink, LinkButton } from '../ui/link-button.tsx'
import { SampleMark } from '../ui/sample-mark.tsx'
import { CreditNotes, Facts, When } from './order-facts.tsx'
import { nextStep } from './order-words.tsx'

/** The steps of the first month, in order. */
export type NextSteps = readonly RecordOf<typeof afterPayment>[]

type Props = { order: Order; standing: PaymentStanding; steps?: NextSteps }

/** What arrived, from whom and for what, and what happens next. */
export function Receipt({ order, standing, steps = [] }: Props) {
  const { receipt } = standing
  const { _id, _number, packageName, customerName, customerEmail } = order
  const { name } = useBusiness()
  return (
    <>
      <div className="slip">
        {receipt && (
          <p className="amount">
            <span>Paid</span> <strong>{dollarsAndCents(receipt.received)}</strong>
          </p>
        )}
        <Facts
          facts={[
            receipt && ['Invoice', receipt.number],
            receipt && ['Arrived', <When key="at" at={receipt.paidAt} />],
            receipt && Number(receipt.refunded) > 0 && ['Refunded', dollarsAndCents(receipt.refunded)],
            receipt && Number(receipt.refunded) > 0 && ['Net', dollarsAndCents(receipt.net)],
            ['Order', <a key="order" href={`/my-order/${_id}`}>{`${_number}, ${packageName}`}</a>],
            ['Paid to', name],
            ['Paid by', `${customerName}, ${customerEmail}`],
            steps.length === 0 && ['What happens next', nextStep(order)],
          ]}
        />
      </div>
      <div className="account-acts">
        {receipt && <LinkButton href={`/api/invoice/${_id}`}>Invoice (PDF)</LinkButton>}
        <CreditNotes id={_id} standing={standing} />
        <LinkButton href="/my-order" look="outline">
          My Orders
        </LinkButton>
      </div>
      {steps.length > 0 && <Next steps={steps} />}
    </>
  )
}

/** So many are heard where the receipt is read aloud by itself; the pricing page has them all. */
const STEPS_SHOWN = 2

function Next({ steps }: { steps: NextSteps }) {
  return (
    <section aria-labelledby="next" className="receipt-next">
      <h2 id="next" className="h3">
        What happens next
      </h2>
      <SampleMark records={steps} what="steps" />
      <ol className="story">
        {steps.slice(0, STEPS_SHOWN).map(({ _id, label, title, details }) => (
          <li key={_id}>
            <small>{label}</small>
            <h3>{title}</h3>
            <p>{details}</p>
          </li>
        ))}
      </ol>
      <ArrowLink href={`/pricing/#${AFTER_PAYMENT}`}>All steps, day by day</ArrowLink>
    </section>
  )
}
