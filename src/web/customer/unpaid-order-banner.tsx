import { formatDollars } from '#contract/core/money.ts'
import type { Order } from '#contract/sales/orders.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { ActionCard } from './action-card.tsx'

/** Reminds the customer of an unpaid order and links the payment. */
export function UnpaidOrderBanner({ order: { _id, _number, packageName, packagePrice, orderDate } }: { order: Order }) {
  return (
    <ActionCard
      id="unpaid-order"
      label="Action needed"
      title={
        <>
          Order <a href={`/my-order/${_id}`}>{_number}</a> ({packageName}) is awaiting payment
        </>
      }
      button={<LinkButton href={`/pay-now/${_id}`}>Pay Now, {formatDollars(packagePrice)}</LinkButton>}
    >
      Placed {orderDate}. We start when payment clears.
    </ActionCard>
  )
}
