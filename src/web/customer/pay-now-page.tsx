import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import { formatDollars } from '#contract/core/money.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import {
  beginPaymentEndpoint,
  getPaymentStateEndpoint,
  PAYMENT_MISMATCH_MESSAGE,
  type PayabilityState,
} from '#contract/sales/customer-payment.ts'
import { getOrderEndpoint, type Order } from '#contract/sales/orders.ts'
import { createFormAction, type FormAnswer } from '../forms/form-action.ts'
import { HiddenFields } from '../forms/form-field.tsx'
import { HtmlForm } from '../forms/html-form.tsx'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { buildOrderSupportUrl } from '../order-support-url.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { getTemporaryMessageOrRethrow } from '../temporary-failures.ts'
import { CheckoutSteps } from '../ui/checkout-steps.tsx'
import { FormButton, LinkButton, OutlineLinkButton } from '../ui/link-button.tsx'
import { loadAfterPaymentRecords, PromisesBeforePayment } from './after-payment.tsx'
import { CustomerPageFrame, DetailList } from './customer-page.tsx'
import { PaymentStatusLabel } from './order-status.tsx'
import { RehearsalBanner } from './payment-notices.tsx'

type StartedPayment = EndpointResult<typeof beginPaymentEndpoint>

type PaymentStart = { startedPayment?: StartedPayment; problem?: string }

/** Starts the checkout if the provider takes a form, which the page then contains. Otherwise the button starts it. */
export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const [order, paymentState, promises] = await Promise.all([
    call(getOrderEndpoint, { params: { id } }),
    call(getPaymentStateEndpoint, { params: { id } }),
    loadAfterPaymentRecords(call, 'Promise'),
  ])
  const isFormOnPage = paymentState.state === 'toPay' && paymentState.begins === 'form'
  return { order, paymentState, promises, ...(isFormOnPage ? await startPayment(call, id) : {}) }
}

export const action = createFormAction({}, async ({ call, params: { id = '' } }) => {
  const { redirect: to } = await call(beginPaymentEndpoint, { params: { id } })
  if (to === undefined)
    throw new UserError(409, 'The payment page changed since you opened this one. Please press the button again.')
  return redirect(to, 303)
})

/** Shows the amount and the pay button (P-95), or why the order can't be paid. */
export function Page() {
  const { order, paymentState, promises, startedPayment, problem } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { name } = useBusinessFacts()
  const { _id, _number, packageName, packagePrice } = order
  const parentPage = { href: '/my-order', text: 'My Orders' }
  if (paymentState.state !== 'toPay')
    return <OrderNotPayablePage order={order} state={paymentState.state} parentPage={parentPage} />
  return (
    <CustomerPageFrame
      title={`Pay order ${_number}`}
      parentPage={parentPage}
      answer={answer}
      hasProblem={problem !== undefined}
      isNarrow
    >
      <CheckoutSteps current="Pay" />
      <RehearsalBanner {...paymentState} />
      {paymentState.refusal && (
        <p className="account-notice">
          {paymentState.refusal.sentence}{' '}
          {paymentState.refusal.next === 'contactUs' && <a href={buildOrderSupportUrl(order)}>Contact us</a>}
        </p>
      )}
      <p className="amount">
        <span>One-time payment</span> <strong>{formatDollars(packagePrice)}</strong>
      </p>
      <DetailList
        details={[
          ['Package', packageName],
          ['Order', <a key="order" href={`/my-order/${_id}`}>{`${_number}, placed ${order.orderDate}`}</a>],
          ['Paid to', `${name}, through PayPal`],
          ['PayPal accepts', 'A PayPal balance, a bank account, or a credit or debit card'],
          ['Renewal', 'None. You pay once for this order.'],
        ]}
      />
      {problem ? (
        <div role="alert" className="list-failed pay-failed">
          <p>{problem}</p>
          <a href={`/pay-now/${_id}`}>Try again</a>
        </div>
      ) : (
        <>
          <p>You’ll leave this site to pay. Then you’ll come back here for your receipt.</p>
          <PayForm amount={packagePrice} startedPayment={startedPayment} />
          <PromisesBeforePayment promises={promises} />
        </>
      )}
      <details className="account-form">
        <summary>I changed my mind</summary>
        <p>You haven’t been charged. A canceled order stays in your list, and you can order again anytime.</p>
        <HtmlForm action={`/order-cancelled/${_id}`} busyLabel="Canceling…" isNativeSubmit>
          <FormButton buttonStyle="outline">Cancel this order</FormButton>
        </HtmlForm>
      </details>
    </CustomerPageFrame>
  )
}

type PayFormProps = { amount: string; startedPayment: StartedPayment | undefined }

/** Renders the provider's form, which the browser posts to the provider. Without one, its button calls our action. */
function PayForm({ amount, startedPayment: { action, fields = {} } = {} }: PayFormProps) {
  return (
    <HtmlForm action={action} busyLabel="Taking you to the payment…" isNativeSubmit={action !== undefined}>
      <HiddenFields values={fields} />
      <FormButton>Pay {formatDollars(amount)}</FormButton>
    </HtmlForm>
  )
}

/** Starts a checkout attempt. Returns the reason if the provider can't be reached or the order just changed. */
async function startPayment(call: PageRequestContext['call'], id: string): Promise<PaymentStart> {
  try {
    return { startedPayment: await call(beginPaymentEndpoint, { params: { id } }) }
  } catch (error) {
    return { problem: isUserError(error) && error.status === 409 ? error.message : getTemporaryMessageOrRethrow(error) }
  }
}

type NotPayableProps = { order: Order; state: Exclude<PayabilityState, 'toPay'>; parentPage: { href: string; text: string } }

/** Says why the order can't be paid, and links the next step. */
function OrderNotPayablePage({ order, state, parentPage }: NotPayableProps) {
  const { title, explanation, renderAction } = explanations[state]
  return (
    <CustomerPageFrame title={title ?? `Order ${order._number}`} parentPage={parentPage} isNarrow>
      {state !== 'unavailable' && (
        <p>
          <PaymentStatusLabel order={order} />
        </p>
      )}
      <p className="lead">{explanation}</p>
      <div className="account-actions">
        {renderAction(order)}
        <OutlineLinkButton href={`/my-order/${order._id}`}>See the order</OutlineLinkButton>
      </div>
    </CustomerPageFrame>
  )
}

type Explanation = { title?: string; explanation: string; renderAction: (order: Order) => ReactNode }

const renderSupport = (order: Order) => <LinkButton href={buildOrderSupportUrl(order)}>Support</LinkButton>

const explanations: Record<NotPayableProps['state'], Explanation> = {
  paid: {
    explanation: 'There’s nothing more to pay for this order.',
    renderAction: ({ _id }) => <LinkButton href={`/received-payment/${_id}`}>See the receipt</LinkButton>,
  },
  underReview: {
    explanation: 'A payment for this order is on its way and being checked. We’ll email you as soon as it arrives.',
    renderAction: renderSupport,
  },
  mismatch: {
    explanation: PAYMENT_MISMATCH_MESSAGE,
    renderAction: renderSupport,
  },
  cancelled: {
    explanation: 'This order is canceled, so there’s nothing to pay. You can order again anytime.',
    renderAction: () => <LinkButton href="/pricing">See packages</LinkButton>,
  },
  unavailable: {
    title: 'Payments aren’t available yet',
    explanation: 'We’ll keep your order, and nothing is due until you can pay here. Write to us if you want to pay another way.',
    renderAction: renderSupport,
  },
}
