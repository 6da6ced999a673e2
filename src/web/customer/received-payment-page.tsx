import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { formatDollars } from '#contract/core/money.ts'
import type { OrderTimelineStep } from '#contract/sales/customer-payment.ts'
import {
  type CustomerPaymentState,
  PAYMENT_MISMATCH_MESSAGE,
  type PaymentRefusalNextStep,
  refreshPaymentStateEndpoint,
} from '#contract/sales/customer-payment.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { Brief } from '#contract/work/brief.ts'
import { createFormAction } from '../forms/form-action.ts'
import { HtmlForm } from '../forms/html-form.tsx'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { buildOrderSupportUrl } from '../order-support-url.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import type { AfterPaymentRecords } from '../public/sections/after-payment/promise-list.tsx'
import { CheckoutSteps } from '../ui/checkout-steps.tsx'
import { FormButton, LinkButton, OutlineLinkButton } from '../ui/link-button.tsx'
import { loadAfterPaymentRecords, StepsAfterPayment } from './after-payment.tsx'
import { DetailList, FormattedBusinessTime } from './customer-page.tsx'
import { loadOrderBrief, loadOrderWithPayment } from './load-order-page-data.ts'
import { describeOrderNextStep } from './order-status.tsx'
import { isPayable } from './own-orders.ts'
import { CreditNoteLinks, listReturnedMoneyRows, MismatchOrSecondPaymentNotice, RehearsalBanner } from './payment-notices.tsx'
import { isBriefOpen, UnsentBriefCard } from './work/action-cards.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const orderDetails = await loadOrderWithPayment(args)
  const isWorkAhead = orderDetails.paymentState.state === 'paid' && orderDetails.order.orderStatus !== 'Delivered'
  if (!isWorkAhead) return { ...orderDetails, steps: [], brief: undefined }
  const [steps, brief] = await Promise.all([
    loadAfterPaymentRecords(getPageRequestContext(args.context).call, 'Step'),
    loadOrderBrief(args, orderDetails.order),
  ])
  return { ...orderDetails, steps, brief }
}

/** Asks the provider for the payment's state. Opening the page changes nothing (P-98). */
export const action = createFormAction({}, async ({ call, params: { id = '' } }) => {
  await call(refreshPaymentStateEndpoint, { params: { id } })
  return redirect(`/received-payment/${id}`, 303)
})

/** Shows the page that the payment provider returns to. The page's script reloads until the receipt exists. */
export function Page() {
  const { order, paymentState, timeline, steps, brief } = useLoaderData<typeof loader>()
  const { title, explanation } = getPaymentCopy(paymentState, timeline)
  const { _id, customerEmail } = order
  const isSettled = paymentState.receipt !== undefined
  const isConfirming = title === CONFIRMING_TITLE
  const canPay = isPayable(order) && paymentState.state === 'toPay' && !isConfirming
  const next = canPay ? NEXT_ACTIONS[paymentState.refusal?.next ?? 'payAgain'] : undefined
  return (
    <main id="main" tabIndex={-1} className="container customer customer-narrow">
      <CheckoutSteps current={isSettled ? undefined : 'Pay'} />
      <RehearsalBanner {...paymentState} />
      {paymentState.isPaidTwice && <MismatchOrSecondPaymentNotice {...paymentState} />}
      <div
        id="payment"
        role="status"
        data-refresh={!isSettled || undefined}
        data-confirm-url={isConfirming ? `/api/confirm-payment/${_id}` : undefined}
      >
        <NoindexHead title={title} />
        <h1 className="h1">{title}</h1>
        <p className="lead">{explanation}</p>
        {isSettled ? (
          <NextStepsAndReceipt order={order} paymentState={paymentState} steps={steps} brief={brief} />
        ) : (
          <>
            {isConfirming && <p>The receipt goes to {customerEmail} too, so you don’t have to wait here.</p>}
            <div className="account-actions">
              {next && (
                <LinkButton href={next.isContact ? buildOrderSupportUrl(order) : `/pay-now/${_id}`}>{next.text}</LinkButton>
              )}
              <HtmlForm busyLabel="Checking…" isNativeSubmit>
                <FormButton buttonStyle="outline">Check again</FormButton>
              </HtmlForm>
              <OutlineLinkButton href={`/my-order/${_id}`}>See the order</OutlineLinkButton>
            </div>
          </>
        )}
      </div>
    </main>
  )
}

/** The button that follows a missing or refused payment. */
const NEXT_ACTIONS: Readonly<Record<PaymentRefusalNextStep, { text: string; isContact?: true }>> = {
  payAgain: { text: 'Pay Now' },
  otherMethod: { text: 'Pay another way' },
  contactUs: { text: 'Contact us', isContact: true },
}

type PaymentCopy = { title: string; explanation: string }

const CONFIRMING_TITLE = "Thank you. We're confirming your payment"

function getPaymentCopy({ state, receipt, refusal }: CustomerPaymentState, timeline: readonly OrderTimelineStep[]): PaymentCopy {
  if (state === 'paid') return { title: 'Payment received', explanation: 'Thank you. This is your receipt.' }
  if (state === 'cancelled' && receipt && Number(receipt.reversed) > 0) {
    return {
      title: 'Your payment was reversed',
      explanation: 'The payment provider took the money back, as it does in a dispute. This order is canceled.',
    }
  }
  if (state === 'cancelled') {
    return receipt
      ? { title: 'Your payment was refunded', explanation: 'This order is canceled. Nothing is due.' }
      : {
          title: 'No payment received',
          explanation: 'This order is canceled. If you just paid it, that shows here in a moment.',
        }
  }
  if (state === 'underReview') {
    return {
      title: CONFIRMING_TITLE,
      explanation: 'It’s on its way and being checked, which can take a few days. Please don’t pay again.',
    }
  }
  if (state === 'mismatch') return { title: 'We’re reviewing your payment', explanation: PAYMENT_MISMATCH_MESSAGE }
  if (refusal) return { title: 'The payment didn’t go through', explanation: refusal.sentence }
  if (isAwaitingPayment(timeline)) {
    return {
      title: CONFIRMING_TITLE,
      explanation:
        'This usually takes a few seconds, sometimes a few minutes. If this page doesn’t change, press Check again. If you didn’t pay, you won’t be charged.',
    }
  }
  return timeline.some(({ kind }) => kind === 'failed')
    ? {
        title: 'The payment didn’t go through',
        explanation: 'You weren’t charged. If you just paid again, it shows here in a moment.',
      }
    : { title: 'No payment received yet', explanation: 'You haven’t been charged for this order.' }
}

/** Returns true if no report followed the last checkout attempt. */
function isAwaitingPayment(timeline: readonly OrderTimelineStep[]): boolean {
  const last = timeline.findLast(({ kind }) => kind === 'handedOver' || kind === 'failed')
  return last?.kind === 'handedOver'
}

type NextStepsProps = { order: Order; paymentState: CustomerPaymentState; steps: AfterPaymentRecords; brief?: Brief }

/** Shows what the customer can do now and what happens next, then the receipt of a payment. */
function NextStepsAndReceipt({ order, paymentState, steps, brief }: NextStepsProps) {
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
        <OutlineLinkButton href="/my-order">My Orders</OutlineLinkButton>
        <OutlineLinkButton href={buildOrderSupportUrl(order)}>Support</OutlineLinkButton>
      </div>
    </>
  )
}
