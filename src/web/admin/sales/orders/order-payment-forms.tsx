import { markOrderPaidEndpoint, undoMarkOrderPaidEndpoint } from '#contract/sales/manual-payment.ts'
import { refreshPaymentFactsEndpoint } from '#contract/sales/payment-evidence.ts'
import { type ManualPaymentMethod, manualPaymentMethods } from '#contract/sales/payment-kinds.ts'
import { defineForm, type FormDefinition } from '#web/forms/form-action.ts'
import type { FormFieldSpecsByName } from '#web/forms/html-form.tsx'
import { type FormSubmission, SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { definePasswordConfirmedForm } from '../../forms/password-confirmation-field.tsx'
import { VisibleFormFields } from '../../forms/visible-form-fields.tsx'
import { getButtonClass, SubmitButton } from '../../shell/button.tsx'
import { TitledPanel } from '../../shell/titled-panel.tsx'

const reasonFields = { reason: { type: 'textarea', label: 'Reason' } } as const
const markPaidFields = {
  method: { type: 'text', label: 'Method', help: `Optional: ${manualPaymentMethods.join(', ')}.`, autoComplete: 'off' },
  reference: { type: 'text', label: 'Reference', help: 'Optional, such as the check number.', autoComplete: 'off' },
  paidOn: {
    type: 'text',
    label: 'Paid on',
    help: 'Optional: the day the money arrived, such as 2026-11-23.',
    autoComplete: 'off',
  },
  reason: { type: 'textarea', label: 'Reason', help: 'For example: bank transfer received on November 22.' },
} as const

/** The forms about an order's payment, except refunds and the closing of flags. */
export const orderPaymentForms: Readonly<Record<'paid' | 'undoMarkPaid' | 'checkWithProvider', FormDefinition>> = {
  paid: definePasswordConfirmedForm(
    markPaidFields,
    async ({ call, params: { id = '' }, values: { reason, method, reference, paidOn } }) => {
      const body = {
        reason,
        // The call refuses any other value.
        ...(method && { method: method.trim().toLowerCase() as ManualPaymentMethod }),
        ...(reference && { reference }),
        ...(paidOn && { paidOn: paidOn.trim() }),
      }
      return call(markOrderPaidEndpoint, { params: { id }, body })
    },
  ),
  undoMarkPaid: definePasswordConfirmedForm(reasonFields, async ({ call, params: { id = '' }, values }) => {
    return call(undoMarkOrderPaidEndpoint, { params: { id }, body: { reason: values.reason } })
  }),
  checkWithProvider: defineForm({}, ({ call, params: { id = '' } }) => call(refreshPaymentFactsEndpoint, { params: { id } })),
}

/** Records a payment outside the site. The caller keeps `submission`, because this form disappears once the order is paid. */
export function MarkPaidForm({ submission }: { submission: FormSubmission }) {
  return (
    <CollapsibleSideForm
      title="Mark paid by hand"
      note="For a payment that you got another way. It needs a reason and shows in the history with your name."
      openLabel="Give a reason"
      submitLabel="Mark as paid"
      fields={markPaidFields}
      submission={submission}
    />
  )
}

/** The form that undoes a mark by hand, for example after a check bounced. */
export function UndoMarkPaidForm({ submission }: { submission: FormSubmission }) {
  return (
    <CollapsibleSideForm
      title="Undo mark as paid"
      note="An admin marked this order as paid. If that was wrong, undo it and give a reason."
      openLabel="Undo the mark"
      submitLabel="Undo mark as paid"
      fields={reasonFields}
      submission={submission}
    />
  )
}

type CollapsibleSideFormProps = {
  title: string
  note: string
  openLabel: string
  submitLabel: string
  fields: FormFieldSpecsByName
  submission: FormSubmission
}

/** A side panel whose form opens on request, or to show an error. */
function CollapsibleSideForm({ title, note, openLabel, submitLabel, fields, submission }: CollapsibleSideFormProps) {
  return (
    <TitledPanel title={title} isDashed>
      <p className="text-muted">{note}</p>
      <details open={submission.answer?.error !== undefined} className="disclosure print:hidden">
        <summary className={getButtonClass('outline')}>{openLabel}</summary>
        <SubmissionForm submission={submission} className="form-in-panel mt-4 grid gap-4">
          <SubmissionError submission={submission} />
          <VisibleFormFields submission={submission} fields={fields} />
          <SubmitButton isBusy={submission.isBusy} label={submitLabel} />
        </SubmissionForm>
      </details>
    </TitledPanel>
  )
}

/** Asks the payment provider for new payment facts. */
export function CheckWithPaymentProviderForm({ provider }: { provider: string }) {
  const submission = useFormSubmission('checkWithProvider')
  return (
    <TitledPanel title="Is something missing?">
      <p className="text-muted">If the customer paid and nothing shows here, ask {provider}.</p>
      <SubmissionForm submission={submission} className="grid gap-3 print:hidden">
        <SubmissionError submission={submission} />
        <SubmitButton isBusy={submission.isBusy} label="Check with the provider now" busyLabel="Asking…" look="outline" />
      </SubmissionForm>
    </TitledPanel>
  )
}
