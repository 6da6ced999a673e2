import { type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import {
  getRehearsalModeEndpoint,
  openRehearsalCheckoutEndpoint,
  type RehearsalOutcome,
  rehearsalCheckoutFieldNames,
  rehearsalOutcomes,
  rehearsePaymentEndpoint,
} from '#contract/sales/rehearsal-checkout.ts'
import { CustomerPageFrame, DetailList } from '../customer/customer-page.tsx'
import { RehearsalBanner } from '../customer/payment-notices.tsx'
import { createFormAction, type FormAnswer } from '../forms/form-action.ts'
import { hiddenFieldSpec } from '../forms/form-field.tsx'
import { HtmlForm } from '../forms/html-form.tsx'
import { getPageRequestContext } from '../page-request-context.ts'
import { LinkButton } from '../ui/link-button.tsx'

type Checkout = EndpointResult<typeof openRehearsalCheckoutEndpoint>

const fields = Object.fromEntries(rehearsalCheckoutFieldNames.map((name) => [name, hiddenFieldSpec]))

/** Each outcome's button label and explanation. */
const OUTCOME_COPY: Record<RehearsalOutcome, readonly [label: string, explanation: string]> = {
  pay: ['Pay', 'The payment arrives right away.'],
  payLater: ['Pay later', 'Like a bank transfer: under review first, then it arrives a few seconds later.'],
  fail: ['Fail', 'The payment is declined.'],
  payTwice: ['Pay twice', 'Two payments arrive for one order.'],
  wrongAmount: ['Pay a wrong amount', 'A payment arrives with the wrong amount.'],
  partRefund: ['Pay, then refund half', 'The payment arrives, and half of it is refunded.'],
  lateNotice: ['Pay with a late notice', 'You come back first. The payment arrives a few seconds later.'],
  cancel: ['Cancel', 'You come back without paying.'],
  cancelThenPay: ['Cancel, then pay', 'You come back without paying, but the payment still arrives.'],
}

/** Fails with a 404 unless payments are rehearsed. */
export async function loader({ context }: LoaderFunctionArgs) {
  return getPageRequestContext(context).call(getRehearsalModeEndpoint, {})
}

/** Plays the provider: shows the checkout that the pay page posts, then applies the outcome that the person chooses. */
export const action = createFormAction(fields, async ({ call, values, postedValues: { outcome } }) => {
  const form = values as Record<(typeof rehearsalCheckoutFieldNames)[number], string>
  if (outcome === undefined) return { checkout: await call(openRehearsalCheckoutEndpoint, { body: form }) }
  // The call refuses any other outcome.
  const { location } = await call(rehearsePaymentEndpoint, { body: { ...form, outcome: outcome as RehearsalOutcome } })
  return redirect(location, 303)
})

export function Page() {
  const answer = useActionData<FormAnswer & { checkout?: Checkout }>()
  return (
    <CustomerPageFrame title="Checkout" answer={answer} notice={<RehearsalBanner isRehearsal />} isNarrow>
      {answer?.checkout ? <OutcomeChoices checkout={answer.checkout} answer={answer} /> : <NothingToPay />}
    </CustomerPageFrame>
  )
}

function OutcomeChoices({ checkout: { title, amount, currency, payee }, answer }: { checkout: Checkout; answer: FormAnswer }) {
  return (
    <>
      <p className="lead">This page stands in for the payment provider. Choose an outcome.</p>
      <DetailList
        details={[
          ['For', title],
          ['To', payee],
          ['Amount', `${amount} ${currency}`],
        ]}
      />
      <HtmlForm fields={fields} answer={answer} busyLabel="One moment…" isNativeSubmit className="choices">
        {rehearsalOutcomes.map((outcome, index) => (
          <div key={outcome}>
            <button
              type="submit"
              name="outcome"
              value={outcome}
              className={index === 0 ? 'button' : 'button button-outline'}
              aria-describedby={`${outcome}-meaning`}
            >
              {OUTCOME_COPY[outcome][0]}
            </button>
            <p id={`${outcome}-meaning`}>{OUTCOME_COPY[outcome][1]}</p>
          </div>
        ))}
      </HtmlForm>
    </>
  )
}

function NothingToPay() {
  return (
    <>
      <p className="lead">There’s nothing to pay here. To open this page, choose Pay Now on an order.</p>
      <LinkButton href="/pending-order">Your unpaid orders</LinkButton>
    </>
  )
}
