import { formatDollars } from '../../contract/core/money.ts'
import type { CustomerPaymentState } from '../../contract/sales/customer-payment.ts'
import type { Order } from '../../contract/sales/orders.ts'
import type { Brief } from '../../contract/work/brief.ts'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { buildOrderSupportUrl } from '../order-support-url.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { FormattedBusinessTime } from './business-time.tsx'
import { DetailList } from './detail-list.tsx'
import { describeOrderNextStep } from './order-and-payment-status.tsx'
import { CreditNoteLinks } from './payment-notices-and-credit-note-links.tsx'
import { listReturnedMoneyRows } from './returned-money-rows.ts'
import { type AfterPaymentRecords, StepsAfterPayment } from './steps-after-payment.tsx'
import { isBriefOpen, UnsentBriefCard } from './work/unsent-brief-card.tsx'

type Props = { order: Order; paymentState: CustomerPaymentState; steps: AfterPaymentRecords; brief?: Brief }

/** Shows what the customer can do now and what happens next, then the receipt of a payment. */
export function NextStepsAndReceipt({ order, paymentState, steps, brief }: Props) {
  const { receipt } = paymentState
  const { _id, _number, packageName, customerName, customerEmail } = order
  const { name } = useBusinessFacts()
  return (
    <>
      <UnsentBriefCard order={order} brief={brief} />
      <StepsAfterPayment steps={steps} />
      <div className="order-summary">
        {receipt && (
          <p className="amount">
            <span>Paid</span> <strong>{formatDollars(receipt.received)}</strong>
          </p>
        )}
        <DetailList
          details={[
            receipt && ['Invoice', receipt.number],
            receipt && ['Paid on', <FormattedBusinessTime key="at" at={receipt.paidAt} />],
            ...listReturnedMoneyRows(paymentState),
            ['Order', <a key="order" href={`/my-order/${_id}`}>{`${_number}, ${packageName}`}</a>],
            ['Paid to', name],
            ['Paid by', `${customerName}, ${customerEmail}`],
            steps.length === 0 && ['What happens next', describeOrderNextStep(order, isBriefOpen(brief))],
          ]}
        />
      </div>
      <div className="account-actions">
        {receipt && <LinkButton href={`/api/invoice/${_id}`}>Invoice (PDF)</LinkButton>}
        <CreditNoteLinks id={_id} paymentState={paymentState} />
        <LinkButton href="/my-order" buttonStyle="outline">
          My Orders
        </LinkButton>
        <LinkButton href={buildOrderSupportUrl(order)} buttonStyle="outline">
          Support
        </LinkButton>
      </div>
    </>
  )
}
