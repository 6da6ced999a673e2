import { CONFIRMATION } from '../../../../contract/grammar/refusal.ts'
import { confirmPayee } from '../../../../contract/sales/going-live.ts'
import type { FieldSpecs } from '../../../forms/document-form.tsx'
import { pageForm } from '../../../forms/form-action.ts'
import { confirm } from '../../forms/confirmation.tsx'
import type { Saving } from '../../forms/saving.tsx'
import { FormPanel } from './form-panel.tsx'

/** Which of the page's forms it is. */
export const PAYEE_FORM = 'payee'

const fields = {
  paypalEmail: {
    type: 'email',
    label: 'Payment account email',
    help: 'Type it, and do not copy it: that is how a slip is found.',
    autoComplete: 'off',
  },
} as const satisfies FieldSpecs

export const payeeForm = pageForm(fields, async ({ call, values: { paypalEmail = '' }, posted }) => {
  await confirm(call, posted[CONFIRMATION])
  return { notice: (await call(confirmPayee, { body: { paypalEmail: paypalEmail.trim() } })).message, values: {} }
})

/** Asks for the payment account's email a second time. */
export function ConfirmPayee({ saving }: { saving: Saving }) {
  return (
    <FormPanel
      id="confirm"
      title="Confirm the payment account"
      saving={saving}
      fields={fields}
      button={['Confirm payment account', 'Checking…']}
    />
  )
}
