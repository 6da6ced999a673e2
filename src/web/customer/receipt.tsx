import { dollarsAndCents } from '../../contract/money.ts'
import type { Order } from '../../contract/orders.ts'
import type { PaymentStanding } from '../../contract/payments.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Facts, When } from './order-facts.tsx'
import { nextStep } from './order-words.tsx'

type Props = { order: Order; standing: PaymentStanding }

/** What arrived, for what, and what happens next. */
export function Receipt({ order, standing: { receipt } }: Props) {
  const { _id, _number, packageName } = order
  return (
    <>
      <div className="slip">
        {receipt && (
          <p className="amount">
            <span>Paid</span> <strong>{dollarsAndCents(receipt.amount)}</strong>
          </p>
        )}
        <Facts
          facts={[
            receipt && ['Invoice', receipt.number],
            receipt && ['Arrived', <When key="at" at={receipt.paidAt} />],
            receipt && Number(receipt.returned) > 0 && ['Refunded', dollarsAndCents(receipt.returned)],
            ['Order', <a key="order" href={`/my-order/${_id}`}>{`${_number}, ${packageName}`}</a>],
            ['What happens next', nextStep(order)],
          ]}
        />
      </div>
      <div className="account-acts">
        {receipt && <LinkButton href={`/api/invoice/${_id}`}>Invoice (PDF)</LinkButton>}
        <LinkButton href="/my-order" look="outline">
          My Orders
        </LinkButton>
      </div>
    </>
  )
}
