import { CONFIRMATION } from '../../../../contract/grammar/refusal.ts'
import { confirmPayee } from '../../../../contract/sales/going-live.ts'
import type { FieldSpecs } from '../../../forms/document-form.tsx'
import { pageForm } from '../../../forms/form-action.ts'
import { confirm } from '../../forms/confirmation.tsx'
import { type Saving, SavingAnswer, SavingForm } from '../../forms/saving.tsx'
import { TextFields } from '../../forms/text-fields.tsx'
import { Button } from '../../shell/button.tsx'

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

/** Asks for the address of the payment account once more. */
export function ConfirmPayee({ saving }: { saving: Saving }) {
  return (
    <SavingForm saving={saving} className="form-in-panel grid max-w-120 gap-4">
      <SavingAnswer saving={saving} />
      <TextFields saving={saving} fields={fields} />
      <Button type="submit" aria-disabled={saving.isBusy} className="justify-self-start">
        {saving.isBusy ? 'Checking…' : 'Confirm payment account'}
      </Button>
    </SavingForm>
  )
}
