import { type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import type { ReplyOf } from '../../contract/grammar/endpoint.ts'
import { dollarsAndCents } from '../../contract/grammar/money.ts'
import { isRefusal, Refusal } from '../../contract/grammar/refusal.ts'
import type { Visit } from '../../contract/grammar/rendering.ts'
import { type Order, oneOrder } from '../../contract/sales/orders.ts'
import { beginPayment, type PaymentStanding, paymentOf } from '../../contract/sales/payments.ts'
import { DocumentForm } from '../forms/document-form.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { temporaryFailure } from '../lists/list-page.ts'
import { visitOf } from '../visit.ts'
import { CustomerPage, Stages } from './customer-page.tsx'
import { NotToPay } from './not-to-pay.tsx'
import { Facts, RehearsalNote } from './order-facts.tsx'

type Begun = ReplyOf<typeof beginPayment>

type Loaded = { order: Order; standing: PaymentStanding; begun?: Begun; problem?: string }

/** Where the provider takes a form, this page holds it; otherwise the press of the button makes the payment. */
export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const [order, standing] = await Promise.all([call(oneOrder, { params: { id } }), call(paymentOf, { params: { id } })])
  const isHere = standing.state === 'toPay' && standing.begins === 'form'
  return { order, standing, ...(isHere && (await begin(call, id))) }
}

export const action = formAction({}, async ({ call, params: { id = '' } }) => {
  const { redirect: to } = await call(beginPayment, { params: { id } })
  if (to === undefined)
    throw new Refusal(409, 'The way to pay changed since you opened this page. Please press the button again.')
  return redirect(to, 303)
})

/** Hands over to the payment provider (spec section 7), or says why there is nothing to hand over. */
export function Page() {
  const { order, standing, begun, problem } = useLoaderData<Loaded>()
  const answer = useActionData<FormAnswer>()
  const { _id, _number, packageName, packagePrice } = order
  const above = { href: '/my-order', text: 'My Orders' }
  if (standing.state !== 'toPay') return <NotToPay order={order} state={standing.state} above={above} />
  return (
    <CustomerPage title={`Pay order ${_number}`} above={above} answer={answer} hasProblem={problem !== undefined} isNarrow>
      <Stages current={2} />
      <RehearsalNote {...standing} />
      {standing.refusal && (
        <p className="account-notice">
          {standing.refusal.sentence} {standing.refusal.next === 'contactUs' && <a href="/contact">Contact us</a>}
        </p>
      )}
      <p className="amount">
        <span>One-time payment</span> <strong>{dollarsAndCents(packagePrice)}</strong>
      </p>
      <Facts
        facts={[
          ['Package', packageName],
          ['Order', <a key="order" href={`/my-order/${_id}`}>{`${_number}, placed ${order.orderDate}`}</a>],
        ]}
      />
      {problem ? (
        <div role="alert" className="list-failed pay-failed">
          <p>{problem}</p>
          <a href={`/pay-now/${_id}`}>Try again</a>
        </div>
      ) : (
        <>
          <p>You'll leave this site to pay. Then you come back here for your receipt.</p>
          <PayForm amount={packagePrice} begun={begun} />
        </>
      )}
      <details className="account-form">
        <summary>I changed my mind</summary>
        <p>Nothing has been charged. A cancelled order stays in your list, and you can place another one at any time.</p>
        <DocumentForm action={`/order-cancelled/${_id}`} busy="Cancelling…" isPlain>
          <button type="submit" className="button button-outline">
            Cancel this order
          </button>
        </DocumentForm>
      </details>
    </CustomerPage>
  )
}

type FormProps = { amount: string; begun: Begun | undefined }

/** The provider's own form, which the browser posts there, or the button that asks us to begin. */
function PayForm({ amount, begun: { action, fields = {} } = {} }: FormProps) {
  return (
    <DocumentForm action={action} busy="Taking you to the payment…" isPlain={action !== undefined}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button">
        Pay {dollarsAndCents(amount)}
      </button>
    </DocumentForm>
  )
}

/** The hand-off, or the sentence why there is none: the provider cannot be reached, or the order changed this moment. */
async function begin(call: Visit['call'], id: string): Promise<Pick<Loaded, 'begun' | 'problem'>> {
  try {
    return { begun: await call(beginPayment, { params: { id } }) }
  } catch (error) {
    return { problem: isRefusal(error) && error.status === 409 ? error.message : temporaryFailure(error) }
  }
}
