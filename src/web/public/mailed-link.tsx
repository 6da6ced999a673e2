import type { ReactNode } from 'react'
import { type ActionFunctionArgs, useActionData, useSearchParams } from 'react-router'
import type { verifyEmail } from '../../contract/passwords.ts'
import type { confirmSubscription, endSubscription } from '../../contract/subscribers.ts'
import { type Answer, answerOf } from '../forms/answer.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { UnlistedMeta } from '../layout/unlisted-meta.tsx'
import { visitOf } from '../visit.ts'
import { Acknowledgement } from './acknowledgement.tsx'

const DEAD = 'This link does not work'
const INCOMPLETE = 'A part of it is missing. Please open it from the mail once more.'

type Props = {
  title: string
  lead: string
  submit: string
  busy: string
  /** What happens next, once it is done. */
  next: string
  /** What to do instead where the link does not work. */
  otherwise?: ReactNode
}

/** Makes the call that the link is for. No redirect: mail programs that post by themselves follow none (RFC 8058). */
export async function followLink(
  endpoint: typeof confirmSubscription | typeof endSubscription | typeof verifyEmail,
  { context, request }: ActionFunctionArgs,
) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    return await visitOf(context).call(endpoint, { body: { token } })
  } catch (error) {
    return answerOf(error, {})
  }
}

/** Where a mailed link leads: a button, because programs that look at mail open its links, and then what came of it. */
export function MailedLink({ next, otherwise, ...form }: Props) {
  const result = useActionData<Answer | { message: string }>()
  const hasToken = useSearchParams()[0].has('token')
  if (result && 'message' in result) return <Acknowledgement notice={result.message} next={next} />
  if (hasToken && !result?.fields.token) return <SingleForm {...form} answer={result} fields={[]} />
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={DEAD} hasProblem />
      <h1 className="h1">{DEAD}</h1>
      <p className="lead">{hasToken ? result?.fields.token : INCOMPLETE}</p>
      {otherwise}
    </main>
  )
}
