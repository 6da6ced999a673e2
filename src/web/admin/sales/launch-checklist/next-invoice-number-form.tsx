import { PASSWORD_CONFIRMATION_FIELD } from '../../../../contract/core/user-error.ts'
import { setInvoiceNumberingEndpoint } from '../../../../contract/sales/invoices.ts'
import { defineForm } from '../../../forms/form-action.ts'
import type { FormFieldSpecsByName } from '../../../forms/html-form.tsx'
import { useFormSubmission } from '../../forms/form-submission.tsx'
import { submitPasswordConfirmation } from '../../forms/password-confirmation-field.tsx'
import { LaunchChecklistFormPanel } from './launch-checklist-form-panel.tsx'

/** Names the form within its page. */
export const INVOICE_NUMBER_FORM_NAME = 'invoiceNumber'

const fields = {
  next: {
    type: 'text',
    inputMode: 'numeric',
    label: 'Next invoice number',
    help: 'It must be higher than every invoice number already used.',
    autoComplete: 'off',
  },
} as const satisfies FormFieldSpecsByName

export const nextInvoiceNumberForm = defineForm(fields, async ({ call, values, postedValues }) => {
  await submitPasswordConfirmation(call, postedValues[PASSWORD_CONFIRMATION_FIELD])
  const input = values.next.trim()
  // The call refuses a value that isn't digits, with the sentence for the field.
  const next = /^\d+$/.test(input) ? Number(input) : Number.NaN
  return { notice: (await call(setInvoiceNumberingEndpoint, { body: { next } })).message, values: {} }
})

/** Shows the number of the next invoice, with the form to change it. */
export function NextInvoiceNumberForm({ next }: { next: number }) {
  const submission = useFormSubmission(INVOICE_NUMBER_FORM_NAME)
  return (
    <LaunchChecklistFormPanel
      id="invoice-numbers"
      title="Invoice numbers"
      submission={submission}
      fields={fields}
      button={['Save invoice number', 'Saving…']}
    >
      <p className="mb-3">
        The next invoice gets the number <strong>{next}</strong>. You can continue from the invoices you already sent elsewhere.
      </p>
    </LaunchChecklistFormPanel>
  )
}
