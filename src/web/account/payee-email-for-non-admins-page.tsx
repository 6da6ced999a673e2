import { redirect } from 'react-router'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { createFormAction } from '../forms/form-action.ts'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { emailFormField } from './credential-form-fields.ts'

const { title, editor } = payeeEmail
const { label, help } = payeeEmail.fields.paypalEmail
const fields = { paypalEmail: { ...emailFormField, label, help } }

/** Makes the call, which refuses everyone except admins. */
export const action = createFormAction(fields, async ({ call, values, key }) => {
  await call(getReadAddAndUpdateEndpoints(payeeEmail).add, { body: values, key })
  return redirect(editor.home, 303)
})

/** `/add-paypal-Email` for people who aren't admins. It shows no data (P-74). */
export function Page() {
  return (
    <SingleFormPage title={title} lead="Only an admin can save this." submitLabel="Save" busyLabel="Saving…" fields={fields} />
  )
}
