import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { Order } from '../../contract/sales/orders.ts'
import { type CustomerPaymentState, cancelOrder, MISMATCH_MESSAGE, type TimelineStep } from '../../contract/sales/payments.ts'
import { redirectWithNotice } from '../flash-notice.ts'
import { createFormAction, type FormAnswer } from '../forms/form-action.ts'
import { HtmlForm } from '../forms/html-form.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { CustomerPage } from './customer-page.tsx'
import { loadOrderPage } from './load-order.ts'
import { RehearsalNotice } from './order-details.tsx'

const CANCELLED = 'You have cancelled the payment'

type LoaderData = {
  order: Order
  paymentState: CustomerPaymentState
  /** The page's script may cancel without a press of the button. */
  isReturn: boolean
}

/**
 * Arriving changes nothing: a link, a preview or a mail scanner only reads. What cancels is a request of the page itself
 * (P-101), which no other site can send. A lured visit would need the order's id, which is random and known to
 * the customer, the owner and the provider alone; and where another site sends somebody to an order that was never handed
 * over, so that no provider can be sending them back, the page asks first. A payment that arrives in spite of it counts.
 */
export async function loader(visit: LoaderFunctionArgs): Promise<LoaderData> {
  const { order, paymentState, timeline: story } = await loadOrderPage(visit)
  const isCrossSite = ['cross-site', 'same-site'].includes(visit.request.headers.get('sec-fetch-site') ?? '')
  return { order, paymentState, isReturn: !isCrossSite || wasSentToProvider(story) }
}

export const action = createFormAction({}, async ({ call, params: { id = '' }, request }) => {
  const { message } = await call(cancelOrder, { params: { id }, body: { paymentStatus: 'Cancelled' } })
  return redirectWithNotice(request, '/admin', message)
})

/** Where the payment provider sends people who changed their mind (P-101). */
export function Page() {
  const { order, paymentState, isReturn } = useLoaderData<LoaderData>()
  const answer = useActionData<FormAnswer>()
  const { title, explanation, canCancel } = getCancelCopy(order, paymentState)
  const { _id } = order
  return (
    <CustomerPage title={title} answer={answer} isNarrow>
      <RehearsalNotice {...paymentState} />
      <p className="lead">{explanation}</p>
      {canCancel && (
        <div data-cancels={isReturn && !answer && canCancel === 'atOnce' ? `/api/order-cancelled/${_id}` : undefined}>
          <p role="status" data-done={CANCELLED} className="cancelling" />
          <HtmlForm busyLabel="Cancelling…" isNativeSubmit>
            <button type="submit" className="button">
              Cancel the payment
            </button>
          </HtmlForm>
        </div>
      )}
      <div className="account-acts">
        {paymentState.state === 'toPay' && (
          <LinkButton href={`/pay-now/${_id}`} buttonStyle="outline">
            Back to the payment
          </LinkButton>
        )}
        <LinkButton href="/my-order" buttonStyle="outline">
          My Orders
        </LinkButton>
      </div>
    </CustomerPage>
  )
}

type CancelCopy = { title: string; explanation: string; canCancel?: 'atOnce' | 'ifAsked' }

function getCancelCopy({ _number, paymentStatus }: Order, { state }: CustomerPaymentState): CancelCopy {
  if (paymentStatus === 'Paid') {
    return {
      title: `Order ${_number} is paid`,
      explanation: 'So it was not cancelled. If you want your money back, please write to us.',
    }
  }
  if (paymentStatus === 'Cancelled')
    return { title: CANCELLED, explanation: `Order ${_number} is cancelled, and you owe nothing.` }
  const title = `Cancel the payment of order ${_number}`
  if (state === 'underReview') {
    return {
      title,
      explanation: 'A payment for it is on its way. If that arrives, the order counts as paid.',
      canCancel: 'ifAsked',
    }
  }
  if (state === 'mismatch') return { title, explanation: MISMATCH_MESSAGE, canCancel: 'ifAsked' }
  return { title, explanation: 'Nothing has been charged, and the order stays in your list.', canCancel: 'atOnce' }
}

function wasSentToProvider(story: readonly TimelineStep[]): boolean {
  return story.some(({ kind }) => kind === 'handedOver')
}
