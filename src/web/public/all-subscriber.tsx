import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { addSubscriber } from '../../contract/subscribers.ts'
import { type Answer, answerOf, readForm } from '../forms/answer.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { readNotice, redirectWithNotice, withNotice } from '../notice.ts'
import { visitOf } from '../visit.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import { Page as Planned } from './planned.tsx'

const PATH = '/all-subscriber'

/** Whoever has just subscribed sees so, once. The list itself, for admins, is still to come. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const notice = await readNotice(request)
  if (notice) return withNotice(request, notice)
  return { notice: undefined, isAdmin: visitOf(context).viewer.kind === 'admin' }
}

/** Takes the footer's form from a browser without script; where it lands is the spec's (section 7). */
export async function action({ context, request }: ActionFunctionArgs) {
  const { subemail = '' } = await readForm(request)
  try {
    const { message } = await visitOf(context).call(addSubscriber, { body: { subemail, website: '' } })
    return await redirectWithNotice(request, PATH, message)
  } catch (error) {
    return answerOf(error, { subemail })
  }
}

export function Page() {
  const { notice, isAdmin } = useLoaderData<{ notice?: string; isAdmin?: boolean }>()
  const answer = useActionData<Answer>()
  if (notice) return <Acknowledgement notice={notice} next="Your address is on the list. There is nothing else to do." />
  if (isAdmin && !answer) return <Planned />
  return (
    <SingleForm
      title="Subscribe by email"
      lead="One address is all we need."
      submit="Subscribe"
      answer={answer}
      fields={[{ name: 'subemail', label: 'Email', type: 'email', autoComplete: 'email' }]}
    />
  )
}
