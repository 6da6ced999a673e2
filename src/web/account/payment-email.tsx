import { redirect, useActionData } from 'react-router'
import { endpointsOf } from '../../contract/content/content-kind-endpoints.ts'
import { paymentEmail } from '../../contract/content/kinds/payment-email.ts'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { emailField } from './fields.ts'

const { title, editor } = paymentEmail
const { label, help } = paymentEmail.fields.paypalEmail
const fields = { paypalEmail: { ...emailField, label, help } }

/** The call decides: it refuses everybody who finds this page and not the admin's. */
export const action = formAction(fields, async ({ call, values, key }) => {
  await call(endpointsOf(paymentEmail).add, { body: values, key })
  return redirect(editor.home, 303)
})

/** `/add-paypal-Email` for whoever is no admin (spec section 2): it may be looked at, and nothing on it is told. */
export function Page() {
  return (
    <SingleForm
      title={title}
      lead="Only an admin can save this."
      submit="Save"
      busy="Saving…"
      answer={useActionData<FormAnswer>()}
      fields={fields}
    />
  )
}
