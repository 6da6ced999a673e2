import { useActionData } from 'react-router'
import { addSubscriber } from '../../contract/subscribers.ts'
import { Honeypot } from '../forms/document-form.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { redirectWithNotice } from '../notice.ts'

const fields = { subemail: { label: 'Email', type: 'email', autoComplete: 'email', required: true } }

/** Takes the footer's form too, from a browser without script; where it leads then is the spec's (section 7). */
export const action = formAction(fields, async ({ call, values, posted: { website = '' }, request }) => {
  // The footer is on kept documents, the same for all; and an address that is there already is not added again.
  const { message } = await call(addSubscriber, { body: { ...values, website }, key: undefined })
  return redirectWithNotice(request, '/all-subscriber', message)
})

export function Page() {
  return (
    <SingleForm
      title="Subscribe by email"
      lead="We mail you a link to confirm your address. Leave whenever you like."
      submit="Subscribe"
      busy="Sending…"
      answer={useActionData<FormAnswer>()}
      fields={fields}
      beforeSubmit={<Honeypot />}
    />
  )
}
