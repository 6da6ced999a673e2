import { formatDollars } from '#contract/core/money.ts'
import { type OrderWork, requestStopEndpoint } from '#contract/work/order-work.ts'
import { isStopAsked } from '#contract/work/stop-request.ts'
import { redirectWithFlashNotice } from '../../flash-notices.ts'
import { defineForm, type FormAnswer } from '../../forms/form-action.ts'
import type { FormFieldSpecsByName } from '../../forms/html-form.tsx'
import { HtmlForm, HtmlFormField } from '../../forms/html-form.tsx'
import { FormButton } from '../../ui/link-button.tsx'

export const STOP_FORM_NAME = 'stop'
export const stopFormFields = { reason: { type: 'textarea', label: 'Why do you want to stop?' } } satisfies FormFieldSpecsByName

export const stopForm = defineForm(
  stopFormFields,
  async ({ call, request, params: { id: orderId = '' }, values: { reason } }) => {
    const { message } = await call(requestStopEndpoint, { params: { orderId }, body: { reason } })
    return redirectWithFlashNotice(request, `/my-order/${orderId}`, `${message}.`)
  },
)

type Props = { stop: OrderWork['stop']; answer: FormAnswer | undefined }

/** Lets the client ask to stop the order, and shows the team's answer. Until then, the top of the page says so. */
export function StopSection({ stop, answer }: Props) {
  const { refund, request } = stop
  if (isStopAsked(stop) || (refund === null && request === null)) return null
  const ownAnswer = answer?.form === STOP_FORM_NAME ? answer : undefined
  return (
    <section aria-labelledby="stop">
      <h2 id="stop" className="h3">
        Stop and refund
      </h2>
      {request && <p>{describeStopRequest(request)}</p>}
      {refund && Number(refund.amount) > 0 && (
        <details open={ownAnswer?.error !== undefined} className="account-form">
          <summary>Ask us to stop</summary>
          <p>
            {refund.isWhole
              ? `Your audit isn’t delivered yet, so you get everything back: ${formatDollars(refund.amount)}.`
              : `You get back the shares of what isn’t delivered: ${formatDollars(refund.amount)}.`}{' '}
            We pause the work, look at your request and write to you.
          </p>
          <HtmlForm name={STOP_FORM_NAME} fields={stopFormFields} answer={answer} busyLabel="Sending…" className="work-form">
            <HtmlFormField name="reason" />
            <FormButton buttonStyle="outline">Ask us to stop</FormButton>
          </HtmlForm>
        </details>
      )}
    </section>
  )
}

export function describeStopRequest({ decision, answer }: NonNullable<OrderWork['stop']['request']>): string {
  if (decision === null) return 'You asked us to stop. The work is paused, and we write to you.'
  if (decision === 'declined') return `You asked us to stop. We answered: “${answer}”`
  return 'You asked us to stop, and we did. We email you when the refund is made.'
}
