import { CONFIRMATION } from '../../../../contract/grammar/refusal.ts'
import { setInvoiceNumbering } from '../../../../contract/sales/invoices.ts'
import type { FieldSpecs } from '../../../forms/document-form.tsx'
import { pageForm } from '../../../forms/form-action.ts'
import { confirm } from '../../forms/confirmation.tsx'
import { useSaving } from '../../forms/saving.tsx'
import { FormPanel } from './form-panel.tsx'

/** Names the form within its page. */
export const INVOICE_NUMBER_FORM = 'invoiceNumber'

const fields = {
  next: {
    type: 'text',
    inputMode: 'numeric',
    label: 'Next invoice number',
    help: 'It must be higher than every invoice number already used.',
    autoComplete: 'off',
  },
} as const satisfies FieldSpecs

export const invoiceNumberForm = pageForm(fields, async ({ call, values, posted }) => {
  await confirm(call, posted[CONFIRMATION])
  const typed = values.next.trim()
  // The call refuses a value that isn't digits, with the sentence for the field.
  const next = /^\d+$/.test(typed) ? Number(typed) : Number.NaN
  return { notice: (await call(setInvoiceNumbering, { body: { next } })).message, values: {} }
})

/** Shows the number of the next invoice, with the form to change it. */
export function InvoiceNumbers({ next }: { next: number }) {
  const saving = useSaving(INVOICE_NUMBER_FORM)
  return (
    <FormPanel
      id="invoice-numbers"
      title="Invoice numbers"
      saving={saving}
      fields={fields}
      button={['Save invoice number', 'Saving…']}
    >
      <p className="mb-3">
        The next invoice gets the number <strong>{next}</strong>. You can continue from the invoices you already sent elsewhere.
      </p>
    </FormPanel>
  )
}
