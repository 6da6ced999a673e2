import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { afterPayment } from '../../contract/content/kinds/after-payment.ts'
import {
  confirmPayment,
  MISMATCH,
  type PaymentStanding,
  type RefusalNext,
  type StoryStep,
} from '../../contract/sales/payments.ts'
import { DocumentForm } from '../forms/document-form.tsx'
import { formAction } from '../forms/form-action.ts'
import { UnlistedMeta } from '../layout/page-meta.tsx'
import { readContent, recordsOf } from '../page-content.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { visitOf } from '../visit.ts'
import { Stages } from './customer-page.tsx'
import { PaymentNotes, RehearsalNote } from './order-facts.tsx'
import { ifReadable, isToPay } from './own-orders.ts'
import { type NextSteps, Receipt } from './receipt.tsx'
import { loadToldOrder, type ToldOrder } from './told-order.ts'

type Loaded = ToldOrder & { steps?: NextSteps }

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const told = await loadToldOrder(args)
  const isWorkAhead = told.standing.state === 'paid' && told.order.orderStatus !== 'Delivered'
  if (!isWorkAhead) return told
  const content = await ifReadable(readContent(visitOf(args.context).call, [afterPayment]))
  return { ...told, steps: content && recordsOf(content, afterPayment).filter(({ place }) => place === 'Step') }
}

/** Opening the page changes nothing. Its button, and the script once, have the server ask the provider. */
export const action = formAction({}, async ({ call, params: { id = '' } }) => {
  await call(confirmPayment, { params: { id } })
  return redirect(`/received-payment/${id}`, 303)
})

/** Where the payment provider sends people back to. The script looks again until the payment is there. */
export function Page() {
  const { order, standing, story, steps } = useLoaderData<Loaded>()
  const { title, sentence } = toldOf(standing, story)
  const { _id, customerEmail } = order
  const isSettled = standing.receipt !== undefined
  const isOnItsWay = title === CONFIRMING
  const canPay = isToPay(order) && standing.state === 'toPay' && !isOnItsWay
  const next = canPay ? NEXT[standing.refusal?.next ?? 'payAgain'] : undefined
  return (
    <main id="main" tabIndex={-1} className="container customer customer-narrow">
      <Stages current={3} />
      <RehearsalNote {...standing} />
      {standing.isPaidTwice && <PaymentNotes {...standing} />}
      <div
        id="payment"
        role="status"
        data-refresh={!isSettled || undefined}
        data-confirms={isOnItsWay ? `/api/confirm-payment/${_id}` : undefined}
      >
        <UnlistedMeta title={title} />
        <h1 className="h1">{title}</h1>
        <p className="lead">{sentence}</p>
        {isSettled ? (
          <Receipt order={order} standing={standing} steps={steps} />
        ) : (
          <>
            {isOnItsWay && <p>The receipt goes to {customerEmail} too, so you don’t have to wait here.</p>}
            <div className="account-acts">
              {next && <LinkButton href={next.isContact ? '/contact' : `/pay-now/${_id}`}>{next.text}</LinkButton>}
              <DocumentForm busy="Checking…" isPlain>
                <button type="submit" className="button button-outline">
                  Check again
                </button>
              </DocumentForm>
              <LinkButton href={`/my-order/${_id}`} look="outline">
                See the order
              </LinkButton>
            </div>
          </>
        )}
      </div>
    </main>
  )
}

/** What the button says that leads on from a payment that is not there. */
const NEXT: Readonly<Record<RefusalNext, { text: string; isContact?: true }>> = {
  payAgain: { text: 'Pay Now' },
  otherMethod: { text: 'Pay another way' },
  contactUs: { text: 'Contact us', isContact: true },
}

type Told = { title: string; sentence: string }

const CONFIRMING = "Thank you. We're confirming your payment"

/** How the payment stands, in a heading and a sentence. */
function toldOf({ state, receipt, refusal }: PaymentStanding, story: readonly StoryStep[]): Told {
  if (state === 'paid') return { title: 'Thank you. Your payment has arrived', sentence: 'This is your receipt.' }
  if (state === 'cancelled') {
    return receipt
      ? { title: 'Your payment was refunded', sentence: 'This order is cancelled, and you owe nothing.' }
      : {
          title: 'No payment has arrived',
          sentence: 'This order is cancelled. If you just paid it, that shows here in a moment.',
        }
  }
  if (state === 'underReview') {
    return {
      title: CONFIRMING,
      sentence: 'It is on its way and being checked, which can take a few days. Please do not pay again.',
    }
  }
  if (state === 'mismatch') return { title: 'We’re reviewing your payment', sentence: MISMATCH }
  if (refusal) return { title: 'The payment did not go through', sentence: refusal.sentence }
  if (isAwaited(story)) {
    return {
      title: CONFIRMING,
      sentence:
        'This usually takes a few seconds, sometimes a few minutes. If this page doesn’t change, press Check again. If you did not pay, nothing is charged.',
    }
  }
  return story.some(({ kind }) => kind === 'failed')
    ? {
        title: 'The payment did not go through',
        sentence: 'Nothing was charged. If you just paid again, it shows here in a moment.',
      }
    : { title: 'No payment has arrived yet', sentence: 'Nothing has been charged for this order.' }
}

/** Whether the customer went to the payment and nothing has been heard since. */
function isAwaited(story: readonly StoryStep[]): boolean {
  const last = story.findLast(({ kind }) => kind === 'handedOver' || kind === 'failed')
  return last?.kind === 'handedOver'
}
