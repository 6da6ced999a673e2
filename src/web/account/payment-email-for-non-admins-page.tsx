import { redirect, useActionData } from 'react-router'
import { getContentKindEndpoints } from '../../contract/content/content-kind-endpoints.ts'
import { paymentEmail } from '../../contract/content/kinds/payment-email.ts'
import { createFormAction, type FormAnswer } from '../forms/form-action.ts'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { emailField } from './credential-form-fields.ts'

const { title, editor } = paymentEmail
const { label, help } = paymentEmail.fields.paypalEmail
const fields = { paypalEmail: { ...emailField, label, help } }

/** Makes the call, which refuses everyone except admins. */
export const action = createFormAction(fields, async ({ call, values, key }) => {
  await call(getContentKindEndpoints(paymentEmail).add, { body: values, key })
  return redirect(editor.home, 303)
})

/** `/add-paypal-Email` for people who aren't admins. It shows no data (P-74). */
export function Page() {
  return (
    <SingleFormPage
      title={title}
      lead="Only an admin can save this."
      submitLabel="Save"
      busyLabel="Saving…"
      answer={useActionData<FormAnswer>()}
      fields={fields}
    />
  )
}
