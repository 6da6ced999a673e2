import { type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import type { ReplyOf } from '../../contract/grammar/endpoint.ts'
import {
  checkoutFields,
  type Outcome,
  openRehearsal,
  outcomes,
  rehearsalState,
  rehearsePayment,
} from '../../contract/sales/rehearsal.ts'
import { CustomerPage } from '../customer/customer-page.tsx'
import { Facts, RehearsalNote } from '../customer/order-facts.tsx'
import { DocumentForm } from '../forms/document-form.tsx'
import { hiddenField } from '../forms/field.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { visitOf } from '../visit.ts'

type Checkout = ReplyOf<typeof openRehearsal>

const fields = Object.fromEntries(checkoutFields.map((name) => [name, hiddenField]))

/** The words of each button, and what presses of it lead to. */
const CHOICES: Record<Outcome, readonly [words: string, meaning: string]> = {
  pay: ['Pay', 'The payment arrives at once.'],
  payLater: ['Pay later', 'As with a bank transfer: under review at first, and it arrives a few seconds later.'],
  fail: ['Fail', 'The payment is refused.'],
  payTwice: ['Pay twice', 'Two payments arrive for one order.'],
  wrongAmount: ['Pay a wrong amount', 'A payment arrives that is not what was asked for.'],
  partRefund: ['Pay, and get half back', 'The payment arrives, and half of it goes back.'],
  lateNotice: ['Pay with a late notice', 'You come back first; word of the payment follows a few seconds later.'],
  cancel: ['Cancel', 'You come back without having paid.'],
  cancelThenPay: ['Cancel, then pay', 'You come back without having paid, and the payment arrives all the same.'],
}

/** There is such a page only where payments are rehearsed. */
export async function loader({ context }: LoaderFunctionArgs) {
  return visitOf(context).call(rehearsalState, {})
}

/** The provider's side of a rehearsal: shows the form that a browser brings from the pay page, and does what is chosen. */
export const action = formAction(fields, async ({ call, values, posted: { outcome } }) => {
  const form = values as Record<(typeof checkoutFields)[number], string>
  if (outcome === undefined) return { checkout: await call(openRehearsal, { body: form }) }
  // What else is posted is refused by the call.
  const { location } = await call(rehearsePayment, { body: { ...form, outcome: outcome as Outcome } })
  return redirect(location, 303)
})

export function Page() {
  const answer = useActionData<FormAnswer & { checkout?: Checkout }>()
  return (
    <CustomerPage title="Checkout" answer={answer} notice={<RehearsalNote isRehearsal />} isNarrow>
      {answer?.checkout ? <Choices checkout={answer.checkout} answer={answer} /> : <NothingToPay />}
    </CustomerPage>
  )
}

function Choices({ checkout: { title, amount, currency, payee }, answer }: { checkout: Checkout; answer: FormAnswer }) {
  return (
    <>
      <p className="lead">This page stands in for the payment provider. Choose what is to become of the payment.</p>
      <Facts
        facts={[
          ['For', title],
          ['To', payee],
          ['Amount', `${amount} ${currency}`],
        ]}
      />
      <DocumentForm fields={fields} answer={answer} busy="One moment…" isPlain className="choices">
        {outcomes.map((outcome, index) => (
          <div key={outcome}>
            <button
              type="submit"
              name="outcome"
              value={outcome}
              className={index === 0 ? 'button' : 'button button-outline'}
              aria-describedby={`${outcome}-meaning`}
            >
              {CHOICES[outcome][0]}
            </button>
            <p id={`${outcome}-meaning`}>{CHOICES[outcome][1]}</p>
          </div>
        ))}
      </DocumentForm>
    </>
  )
}

function NothingToPay() {
  return (
    <>
      <p className="lead">There is nothing to pay here. The way to this page is the pay button of an order.</p>
      <LinkButton href="/pending-order">Your unpaid orders</LinkButton>
    </>
  )
}
