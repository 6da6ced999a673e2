import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { formatDollars } from '#contract/core/money.ts'
import { acceptQuoteEndpoint, getQuoteEndpoint, type Quote } from '#contract/sales/quotes.ts'
import { redirectWithFlashNotice } from '../flash-notices.ts'
import { createFormAction, type FormAnswer, type Values } from '../forms/form-action.ts'
import { hiddenFieldSpec } from '../forms/form-field.tsx'
import { buildRestoredFormNotice, type RestoredFormValues } from '../forms/form-kept-during-login.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import { HtmlForm } from '../forms/html-form.tsx'
import { getPageRequestContext } from '../page-request-context.ts'
import type { AfterPaymentRecords } from '../public/sections/after-payment/promise-list.tsx'
import { useRootData } from '../root-route.tsx'
import { ignoreTemporaryError } from '../temporary-failures.ts'
import { CheckmarkList } from '../ui/checkmark-list.tsx'
import { CheckoutSteps } from '../ui/checkout-steps.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Paragraphs } from '../ui/paragraphs.tsx'
import { loadAfterPaymentRecords, PromisesBeforePayment } from './after-payment.tsx'
import {
  BillingFormFields,
  billingFields,
  getBillingFieldLabel,
  PlaceOrderButton,
  pickBillingDetails,
  savedBillingForm,
} from './billing-fields.tsx'
import { CustomerPageFrame, DetailList } from './customer-page.tsx'
import { PLACED_ORDER_ID_PARAM } from './order-list-pages.tsx'
import { loadNewestOwnOrder } from './own-orders.ts'

export const saveFormBeforeLogin = savedBillingForm.save

const fields = { ...billingFields, _version: hiddenFieldSpec }

type LoaderData = {
  quote: Quote
  promises: AfterPaymentRecords
  lastValues?: Values | undefined
  restoredForm?: RestoredFormValues
}

export async function loader(args: LoaderFunctionArgs) {
  const visit = getPageRequestContext(args.context)
  const [quote, lastOrder, promises] = await Promise.all([
    visit.call(getQuoteEndpoint, { params: { id: args.params.id ?? '' } }),
    ignoreTemporaryError(loadNewestOwnOrder(visit)),
    loadAfterPaymentRecords(visit.call, 'Promise'),
  ])
  const loaderData: LoaderData = { quote, promises, lastValues: lastOrder && pickBillingDetails(lastOrder) }
  return savedBillingForm.addToPageData(args, loaderData)
}

export const action = createFormAction(fields, async ({ call, values, params: { id = '' }, request }) => {
  const { customerEmail: _, _version, ...billing } = values
  const { message, record } = await call(acceptQuoteEndpoint, {
    params: { id },
    body: { ...billing, _version: Number(_version) },
  })
  return redirectWithFlashNotice(request, `/pending-order?${PLACED_ORDER_ID_PARAM}=${record._id}`, message)
})

/** Shows a quote, and takes the client's yes with the billing details (P-377). */
export function Page() {
  const { quote, promises, lastValues, restoredForm } = useLoaderData<LoaderData>()
  const formAnswer = useActionData<FormAnswer>()
  const { viewer } = useRootData()
  const { title, price, parts, note, validUntil, state, orderId, customerName } = quote
  // The next press accepts what the page shows now.
  const answer = formAnswer && { ...formAnswer, values: { ...formAnswer.values, _version: '' } }
  const isOwn = viewer.kind !== 'visitor' && viewer.email === quote.email
  return (
    <CustomerPageFrame
      title={`Quote: ${title}`}
      answer={answer}
      names={Object.keys(fields)}
      notice={restoredForm && <SuccessNotice notice={buildRestoredFormNotice(restoredForm, getBillingFieldLabel)} />}
      isNarrow
    >
      <CheckoutSteps current="Order" />
      <p className="amount">
        <span>One-time payment</span> <strong>{formatDollars(price)}</strong>
      </p>
      <DetailList
        details={[
          ['For', customerName],
          validUntil !== '' && ['Valid until', formatCalendarDay(validUntil)],
          ['Renewal', 'None. You pay once for this order.'],
        ]}
      />
      {note && (
        <div className="account-notice">
          <Paragraphs text={note} />
        </div>
      )}
      <section aria-labelledby="parts" className="order-form">
        <h2 id="parts" className="h3">
          What it contains
        </h2>
        <CheckmarkList>
          {parts.map(({ title: part, dueDay }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be the same
            <span key={index}>
              {part}, by day {dueDay}
            </span>
          ))}
        </CheckmarkList>
      </section>
      {state === 'open' && isOwn ? (
        <HtmlForm
          fields={fields}
          answer={answer}
          initialValues={{
            customerName,
            ...lastValues,
            ...restoredForm?.values,
            customerEmail: quote.email,
            _version: String(quote._version),
          }}
          busyLabel="Placing order…"
          className="order-form"
        >
          <BillingFormFields />
          <PlaceOrderButton>Accept for {formatDollars(price)}</PlaceOrderButton>
          <PromisesBeforePayment promises={promises} />
        </HtmlForm>
      ) : (
        <QuoteClosed state={state} orderId={orderId} />
      )}
    </CustomerPageFrame>
  )
}

const closedTexts: Record<Quote['state'], string> = {
  open: 'Only the client can accept this quote.',
  expired: 'This quote is no longer valid. Write to us, and we’ll renew it.',
  withdrawn: 'We withdrew this quote. Write to us if you still need the work.',
  accepted: 'You’ve accepted this quote. It’s an order now.',
}

function QuoteClosed({ state, orderId }: Pick<Quote, 'state' | 'orderId'>) {
  return (
    <>
      <p className="lead">{closedTexts[state]}</p>
      {orderId ? (
        <LinkButton href={`/my-order/${orderId}`}>See the order</LinkButton>
      ) : (
        state !== 'open' && <LinkButton href="/contact">Contact us</LinkButton>
      )}
    </>
  )
}
