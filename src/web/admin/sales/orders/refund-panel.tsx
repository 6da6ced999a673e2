import { formatDollars } from '#contract/core/money.ts'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import { refundOrderEndpoint } from '#contract/sales/refunds.ts'
import type { FormDefinition } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import type { FormFieldSpecsByName } from '#web/forms/html-form.tsx'
import { type FormSubmission, keepOwnAnswer, SubmissionError, SubmissionForm } from '../../forms/form-submission.tsx'
import { definePasswordConfirmedForm } from '../../forms/password-confirmation-field.tsx'
import { VisibleFormFields } from '../../forms/visible-form-fields.tsx'
import { RefundStatusWithSteps, withdrawRefundForm } from '../../refunds/refund-status-with-steps.tsx'
import { getButtonClass, SubmitButton } from '../../shell/button.tsx'
import { TitledPanel } from '../../shell/titled-panel.tsx'

const textFields = {
  amount: {
    type: 'text',
    label: 'Amount in US dollars',
    help: 'For example, 499 or 99.50. Leave it blank to refund all that’s left.',
    optional: true,
  },
  reason: { type: 'textarea', label: 'Reason', help: 'For your records. The customer doesn’t see it.' },
} as const
const fields = { ...textFields, transactionId: hiddenFieldSpec }

/** The refund forms of an order's page. */
export const refundForms: Readonly<Record<'refund' | 'withdraw', FormDefinition>> = {
  refund: definePasswordConfirmedForm(fields, async ({ call, params: { id = '' }, values, key }) => {
    const { amount, reason, transactionId } = values
    const body = { transactionId, reason, ...(amount.trim() && { amount: amount.trim() }) }
    return call(refundOrderEndpoint, { params: { id }, body, key })
  }),
  withdraw: withdrawRefundForm,
}

type Refundable = PaymentEvidenceReply['refundable'][number]

/** Shows the requested refunds, and a form for each payment that has money left to refund. */
export function RefundPanel({
  evidence: { refunds, refundable, isRehearsal },
  submission,
}: {
  evidence: PaymentEvidenceReply
  submission: FormSubmission
}) {
  if (refunds.length === 0 && refundable.length === 0) return null
  return (
    <TitledPanel title="Refunds">
      {refunds.length > 0 && (
        <ul className="grid gap-4">
          {refunds.map((refund) => (
            <li key={refund._id} className="grid gap-1 border-t border-rule-light pt-3">
              <RefundStatusWithSteps refund={refund} isRehearsal={isRehearsal} />
            </li>
          ))}
        </ul>
      )}
      {refundable.map((payment) => (
        <RefundForm key={payment.transactionId} payment={payment} isOnly={refundable.length === 1} submission={submission} />
      ))}
    </TitledPanel>
  )
}

function RefundForm({
  payment: { transactionId, left, isGuided },
  isOnly,
  submission: sharedSubmission,
}: {
  payment: Refundable
  isOnly: boolean
  submission: FormSubmission
}) {
  const submission = keepOwnAnswer(sharedSubmission, 'transactionId', transactionId)
  const form = `refund-${transactionId}`
  return (
    <details open={submission.answer?.error !== undefined} className="disclosure print:hidden">
      <summary className={getButtonClass('outline')}>
        Refund up to {formatDollars(left)}
        {!isOnly && <> of payment {transactionId}</>}
      </summary>
      <SubmissionForm submission={submission} className="form-in-panel mt-4 grid gap-4">
        <SubmissionError submission={submission} form={form} />
        <input type="hidden" name="transactionId" value={transactionId} />
        <VisibleFormFields submission={submission} fields={textFields as FormFieldSpecsByName} form={form} />
        {isGuided && <p className="text-muted">PayPal’s form can’t refund from here. You get the steps to do it at PayPal.</p>}
        <SubmitButton isBusy={submission.isBusy} label={isGuided ? 'Start the refund' : 'Refund'} busyLabel="Asking…" />
      </SubmissionForm>
    </details>
  )
}
