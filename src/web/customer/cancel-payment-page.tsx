import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { OrderTimelineStep } from '#contract/sales/customer-payment.ts'
import {
  type CustomerPaymentState,
  cancelOrderEndpoint,
  getPaymentStateEndpoint,
  PAYMENT_MISMATCH_MESSAGE,
} from '#contract/sales/customer-payment.ts'
import type { Order } from '#contract/sales/orders.ts'
import { redirectWithFlashNotice } from '../flash-notices.ts'
import { createFormAction, type FormAnswer } from '../forms/form-action.ts'
import { HtmlForm } from '../forms/html-form.tsx'
import { buildOrderSupportUrl } from '../order-support-url.ts'
import { CANCELED_WHILE_MONEY_MAY_ARRIVE_TOPIC } from '../public/form-confirmation-pages.tsx'
import { FormButton, OutlineLinkButton } from '../ui/link-button.tsx'
import { CustomerPageFrame } from './customer-page.tsx'
import { loadOrderWithPayment } from './load-order-page-data.ts'
import { RehearsalBanner } from './payment-notices.tsx'

const CANCELED_TITLE = 'You have cancelled the payment'

/**
 * Loads the order and changes nothing, because link previews and mail scanners open pages too. The page's own request
 * cancels (P-101), and no other site can send it. The payment provider may send a customer back only after a checkout
 * attempt. Without one, a visit from another site doesn't cancel at once (P-105).
 */
export async function loader(visit: LoaderFunctionArgs) {
  const { order, paymentState, timeline } = await loadOrderWithPayment(visit)
  const isCrossSite = ['cross-site', 'same-site'].includes(visit.request.headers.get('sec-fetch-site') ?? '')
  return { order, paymentState, canCancelAtOnce: !isCrossSite || hasCheckoutAttempt(timeline) }
}

export const action = createFormAction({}, async ({ call, params: { id = '' }, request }) => {
  // Read first: after the cancel, the state no longer says that money may arrive.
  const { state } = await call(getPaymentStateEndpoint, { params: { id } })
  const { message } = await call(cancelOrderEndpoint, { params: { id }, body: { paymentStatus: 'Cancelled' } })
  const mayMoneyArrive = state === 'underReview' || state === 'mismatch'
  return redirectWithFlashNotice(request, '/admin', message, mayMoneyArrive ? CANCELED_WHILE_MONEY_MAY_ARRIVE_TOPIC : undefined)
})

/** Shows the page that the payment provider returns to after a cancel (P-101). */
export function Page() {
  const { order, paymentState, canCancelAtOnce } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { title, explanation, cancelMode } = getCancelCopy(order, paymentState)
  const { _id } = order
  return (
    <CustomerPageFrame title={title} answer={answer} isNarrow>
      <RehearsalBanner {...paymentState} />
      <p className="lead">{explanation}</p>
      {cancelMode && (
        <div data-cancel-url={canCancelAtOnce && !answer && cancelMode === 'atOnce' ? `/api/order-cancelled/${_id}` : undefined}>
          <p role="status" data-done={CANCELED_TITLE} className="cancelling" />
          <HtmlForm busyLabel="Canceling…" isNativeSubmit>
            <FormButton>Cancel the payment</FormButton>
          </HtmlForm>
        </div>
      )}
      <div className="account-actions">
        {paymentState.state === 'toPay' && <OutlineLinkButton href={`/pay-now/${_id}`}>Back to the payment</OutlineLinkButton>}
        {order.paymentStatus === 'Paid' && <OutlineLinkButton href={buildOrderSupportUrl(order)}>Write to us</OutlineLinkButton>}
        <OutlineLinkButton href="/my-order">My Orders</OutlineLinkButton>
      </div>
    </CustomerPageFrame>
  )
}

type CancelCopy = { title: string; explanation: string; cancelMode?: 'atOnce' | 'afterQuestion' }

function getCancelCopy({ _number, paymentStatus }: Order, { state }: CustomerPaymentState): CancelCopy {
  if (paymentStatus === 'Paid') {
    return {
      title: `Order ${_number} is paid`,
      explanation: 'A paid order can’t be canceled here. To ask for a refund, please write to us.',
    }
  }
  if (paymentStatus === 'Cancelled')
    return { title: CANCELED_TITLE, explanation: `Order ${_number} is canceled. Nothing is due.` }
  const title = `Cancel the payment of order ${_number}`
  if (state === 'underReview') {
    return {
      title,
      explanation: 'A payment for it is on its way. If it arrives, the order counts as paid.',
      cancelMode: 'afterQuestion',
    }
  }
  if (state === 'mismatch') return { title, explanation: PAYMENT_MISMATCH_MESSAGE, cancelMode: 'afterQuestion' }
  return { title, explanation: 'You haven’t been charged. The order stays in your list.', cancelMode: 'atOnce' }
}

function hasCheckoutAttempt(timeline: readonly OrderTimelineStep[]): boolean {
  return timeline.some(({ kind }) => kind === 'handedOver')
}
