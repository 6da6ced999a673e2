import type { ReactNode } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import type { verifyEmail } from '../../contract/passwords.ts'
import type { confirmSubscription, endSubscription } from '../../contract/subscribers.ts'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { UnlistedMeta } from '../layout/page-meta.tsx'
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
export function linkAction(endpoint: typeof confirmSubscription | typeof endSubscription | typeof verifyEmail) {
  return formAction({}, async ({ call, request }) => {
    const token = new URL(request.url).searchParams.get('token') ?? ''
    const { message } = await call(endpoint, { body: { token } })
    return { notice: message }
  })
}

/** Where a mailed link leads: a button, because programs that look at mail open its links, and then what came of it. */
export function MailedLink({ next, otherwise, ...form }: Props) {
  const answer = useActionData<FormAnswer>()
  const hasToken = useSearchParams()[0].has('token')
  if (answer?.notice) return <Acknowledgement notice={answer.notice} next={next} />
  if (hasToken && !answer?.fields.token) return <SingleForm {...form} answer={answer} fields={{}} />
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={DEAD} hasProblem />
      <h1 className="h1">{DEAD}</h1>
      <p className="lead">{hasToken ? answer?.fields.token : INCOMPLETE}</p>
      {otherwise}
    </main>
  )
}
