import { formatDollars } from '../../contract/core/money.ts'
import type { Order } from '../../contract/sales/orders.ts'
import { LinkButton } from '../ui/link-button.tsx'

/** Reminds the customer of an unpaid order and links the payment. */
export function UnpaidOrderBanner({ order: { _id, _number, packageName, packagePrice, orderDate } }: { order: Order }) {
  return (
    <section aria-labelledby="unpaid-order" className="unpaid-order">
      <HouseIllustration />
      <div>
        <p>Action needed</p>
        <h2 id="unpaid-order">
          Order <a href={`/my-order/${_id}`}>{_number}</a> ({packageName}) is awaiting payment
        </h2>
        <p>Placed {orderDate}. We start when payment clears.</p>
      </div>
      <LinkButton href={`/pay-now/${_id}`}>Pay Now, {formatDollars(packagePrice)}</LinkButton>
    </section>
  )
}

function HouseIllustration() {
  return (
    <svg viewBox="0 0 140 96" aria-hidden="true" className="unpaid-order-house">
      <path className="house-fill" d="M20 44h80v48H20z" />
      <path d="M2 92h136M20 44v48M100 44v48M12 48 60 10l48 38M76 23V12h8v17M30 56h16v18H30zM38 56v18M30 65h16M72 56h16v18H72zM80 56v18M72 65h16" />
      <path className="house-tree" d="M120 92V66m0 4c-15 0-15-34 0-34s15 34 0 34z" />
      <path className="house-door" d="M54 92V64h12v28z" />
    </svg>
  )
}
