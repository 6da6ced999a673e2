import type { ReactNode } from 'react'
import { setInvoiceNumberingEndpoint } from '#contract/sales/invoices.ts'
import { confirmPayeeEmailEndpoint } from '#contract/sales/launch-checklist.ts'
import type { FormFieldSpecsByName } from '#web/forms/html-form.tsx'
import { type FormSubmission, SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { definePasswordConfirmedForm } from '../../forms/password-confirmation-field.tsx'
import { VisibleFormFields } from '../../forms/visible-form-fields.tsx'
import { SubmitButton } from '../../shell/button.tsx'

const payeeFields = {
  paypalEmail: {
    type: 'email',
    label: 'Payment account email',
    help: 'Retype it to catch typos.',
    autoComplete: 'off',
  },
} as const
const invoiceFields = {
  next: {
    type: 'text',
    inputMode: 'numeric',
    label: 'Next invoice number',
    help: 'It must be higher than every invoice number already used.',
    autoComplete: 'off',
  },
} as const

export const launchChecklistForms = {
  payee: definePasswordConfirmedForm(payeeFields, ({ call, values: { paypalEmail } }) =>
    call(confirmPayeeEmailEndpoint, { body: { paypalEmail: paypalEmail.trim() } }),
  ),
  invoiceNumber: definePasswordConfirmedForm(invoiceFields, async ({ call, values }) => {
    const input = values.next.trim()
    // The call refuses a value that isn't digits, with the sentence for the field.
    const next = /^\d+$/.test(input) ? Number(input) : Number.NaN
    return call(setInvoiceNumberingEndpoint, { body: { next } })
  }),
}

/** Asks for the payment account's email a second time. */
export function ConfirmPayeeEmailForm({ submission }: { submission: FormSubmission }) {
  return (
    <FormPanel
      id="confirm"
      title="Confirm the payment account"
      submission={submission}
      fields={payeeFields}
      button={['Confirm payment account', 'Checking…']}
    />
  )
}

/** Shows the number of the next invoice, with the form to change it. */
export function NextInvoiceNumberForm({ next }: { next: number }) {
  const submission = useFormSubmission('invoiceNumber' satisfies keyof typeof launchChecklistForms)
  return (
    <FormPanel
      id="invoice-numbers"
      title="Invoice numbers"
      submission={submission}
      fields={invoiceFields}
      button={['Save invoice number', 'Saving…']}
    >
      <p className="mb-3">
        The next invoice gets the number <strong>{next}</strong>. You can continue from the invoices you already sent elsewhere.
      </p>
    </FormPanel>
  )
}

type PanelProps = {
  /** The panel's id, which links lead to. */
  id: string
  title: string
  submission: FormSubmission
  fields: FormFieldSpecsByName
  /** The button's text, before and while the form is sent. */
  button: readonly [idle: string, busy: string]
  children?: ReactNode
}

/** A titled card with one form. */
function FormPanel({ id, title, submission, fields, button: [idle, busy], children }: PanelProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="rounded-card border border-rule bg-white p-5">
      <h2 id={`${id}-title`} className="mb-3 text-heading font-semibold">
        {title}
      </h2>
      {children}
      <SubmissionForm submission={submission} className="form-in-panel grid max-w-120 gap-4">
        <SubmissionError submission={submission} />
        <VisibleFormFields submission={submission} fields={fields} />
        <SubmitButton isBusy={submission.isBusy} label={idle} busyLabel={busy} className="justify-self-start" />
      </SubmissionForm>
    </section>
  )
}
