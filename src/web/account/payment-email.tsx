import { type ActionFunctionArgs, redirect, useActionData } from 'react-router'
import { endpointsOf } from '../../contract/section-endpoints.ts'
import { paymentEmail } from '../../contract/sections/payment-email.ts'
import { type Answer, answerOf, readForm } from '../forms/answer.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { visitOf } from '../visit.ts'
import { emailField } from './fields.ts'

const { title, fields } = paymentEmail
const field = { ...emailField, name: 'paypalEmail', label: fields.paypalEmail.label, help: fields.paypalEmail.help }

/** The call decides: it refuses everybody who finds this page and not the admin's. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { paypalEmail = '' } = await readForm(request)
  try {
    await visitOf(context).call(endpointsOf(paymentEmail).add, { body: { paypalEmail }, key: undefined })
  } catch (error) {
    return answerOf(error, { paypalEmail })
  }
  return redirect(paymentEmail.editor.home, 303)
}

/** `/add-paypal-Email` for whoever is no admin (spec section 2): it may be looked at, and nothing on it is told. */
export function Page() {
  return (
    <SingleForm
      title={title}
      lead="Only an admin can save this."
      submit="Save"
      busy="Saving…"
      answer={useActionData<Answer>()}
      fields={[field]}
    />
  )
}
