import { type ActionFunctionArgs, useActionData } from 'react-router'
import { addSubscriber } from '../../contract/subscribers.ts'
import { type Answer, answerOf, readForm } from '../forms/answer.ts'
import { Honeypot } from '../forms/honeypot.tsx'
import { SingleForm } from '../forms/single-form.tsx'
import { redirectWithNotice } from '../notice.ts'
import { visitOf } from '../visit.ts'

/** Takes the footer's form too, from a browser without script; where it leads then is the spec's (section 7). */
export async function action({ context, request }: ActionFunctionArgs) {
  const { subemail = '', website = '' } = await readForm(request)
  try {
    // The footer is on kept documents, the same for all; and an address that is there already is not added again.
    const { message } = await visitOf(context).call(addSubscriber, { body: { subemail, website }, key: undefined })
    return await redirectWithNotice(request, '/all-subscriber', message)
  } catch (error) {
    return answerOf(error, { subemail })
  }
}

export function Page() {
  return (
    <SingleForm
      title="Subscribe by email"
      lead="We mail you a link to confirm your address. Leave whenever you like."
      submit="Subscribe"
      busy="Sending…"
      answer={useActionData<Answer>()}
      fields={[{ name: 'subemail', label: 'Email', type: 'email', autoComplete: 'email', required: true }]}
      beforeSubmit={<Honeypot />}
    />
  )
}
