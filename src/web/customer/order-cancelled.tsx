import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { Order } from '../../contract/sales/orders.ts'
import { cancelOrder, MISMATCH, type PaymentStanding, type StoryStep } from '../../contract/sales/payments.ts'
import { DocumentForm } from '../forms/document-form.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { redirectWithNotice } from '../notice.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { CustomerPage } from './customer-page.tsx'
import { RehearsalNote } from './order-facts.tsx'
import { loadToldOrder } from './told-order.ts'

const CANCELLED = 'You have cancelled the payment'

type Loaded = {
  order: Order
  standing: PaymentStanding
  /** The page's script may cancel without a press of the button. */
  isReturn: boolean
}

/**
 * Arriving changes nothing: a link, a preview or a mail scanner only reads. What cancels is a request of the page itself
 * (spec section 4), which no other site can send. A lured visit would need the order's id, which is random and known to
 * the customer, the owner and the provider alone; and where another site sends somebody to an order that was never handed
 * over, so that no provider can be sending them back, the page asks first. A payment that arrives in spite of it counts.
 */
export async function loader(visit: LoaderFunctionArgs): Promise<Loaded> {
  const { order, standing, story } = await loadToldOrder(visit)
  const isFromElsewhere = ['cross-site', 'same-site'].includes(visit.request.headers.get('sec-fetch-site') ?? '')
  return { order, standing, isReturn: !isFromElsewhere || wasHandedOver(story) }
}

export const action = formAction({}, async ({ call, params: { id = '' }, request }) => {
  const { message } = await call(cancelOrder, { params: { id }, body: { paymentStatus: 'Cancelled' } })
  return redirectWithNotice(request, '/admin', message)
})

/** Where the payment provider sends people who changed their mind (spec section 2). */
export function Page() {
  const { order, standing, isReturn } = useLoaderData<Loaded>()
  const answer = useActionData<FormAnswer>()
  const { title, sentence, canCancel } = toldOf(order, standing)
  const { _id } = order
  return (
    <CustomerPage title={title} answer={answer} isNarrow>
      <RehearsalNote {...standing} />
      <p className="lead">{sentence}</p>
      {canCancel && (
        <div data-cancels={isReturn && !answer && canCancel === 'atOnce' ? `/api/order-cancelled/${_id}` : undefined}>
          <p role="status" data-done={CANCELLED} className="cancelling" />
          <DocumentForm busy="Cancelling…" isPlain>
            <button type="submit" className="button">
              Cancel the payment
            </button>
          </DocumentForm>
        </div>
      )}
      <div className="account-acts">
        {standing.state === 'toPay' && (
          <LinkButton href={`/pay-now/${_id}`} look="outline">
            Back to the payment
          </LinkButton>
        )}
        <LinkButton href="/my-order" look="outline">
          My Orders
        </LinkButton>
      </div>
    </CustomerPage>
  )
}

type Told = { title: string; sentence: string; canCancel?: 'atOnce' | 'ifAsked' }

function toldOf({ _number, paymentStatus }: Order, { state }: PaymentStanding): Told {
  if (paymentStatus === 'Paid') {
    return {
      title: `Order ${_number} is paid`,
      sentence: 'So it was not cancelled. If you want your money back, please write to us.',
    }
  }
  if (paymentStatus === 'Cancelled') return { title: CANCELLED, sentence: `Order ${_number} is cancelled, and you owe nothing.` }
  const title = `Cancel the payment of order ${_number}`
  if (state === 'underReview') {
    return { title, sentence: 'A payment for it is on its way. If that arrives, the order counts as paid.', canCancel: 'ifAsked' }
  }
  if (state === 'mismatch') return { title, sentence: MISMATCH, canCancel: 'ifAsked' }
  return { title, sentence: 'Nothing has been charged, and the order stays in your list.', canCancel: 'atOnce' }
}

function wasHandedOver(story: readonly StoryStep[]): boolean {
  return story.some(({ kind }) => kind === 'handedOver')
}
