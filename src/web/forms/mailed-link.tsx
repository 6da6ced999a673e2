import type { ReactNode } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import type { confirmSubscription, endSubscription } from '../../contract/inbox/subscribers.ts'
import type { verifyEmail } from '../../contract/people/passwords.ts'
import { UnlistedMeta } from '../layout/page-meta.tsx'
import { redirectWithNotice } from '../notice.ts'
import { type FormAnswer, formAction } from './form-action.ts'
import { SingleForm } from './single-form.tsx'

const DEAD = 'This link does not work'
const INCOMPLETE = 'A part of it is missing. Please open it from the email once more.'

type Props = {
  title: string
  lead: string
  submit: string
  busy: string
  /** What to do instead where the link does not work. */
  otherwise?: ReactNode
}

/** What the notice of a mailed link is about. */
export const LINK_USED = 'linkUsed'

/** Makes the call that the link is for, and leads to the same page without the token, which a reload would use again. */
export function linkAction(endpoint: typeof confirmSubscription | typeof verifyEmail) {
  return formAction({}, async ({ call, request }) => {
    const { message } = await call(endpoint, { body: { token: tokenIn(request) } })
    return redirectWithNotice(request, new URL(request.url).pathname, message, LINK_USED)
  })
}

/** The same where nothing is redirected: mail programs that post by themselves follow none (RFC 8058). */
export function oneClickAction(endpoint: typeof endSubscription) {
  return formAction({}, async ({ call, request }) => {
    const { message } = await call(endpoint, { body: { token: tokenIn(request) } })
    return { notice: message }
  })
}

function tokenIn({ url }: Request): string {
  return new URL(url).searchParams.get('token') ?? ''
}

/** Where a mailed link leads: a button, because programs that look at mail open its links. */
export function MailedLink({ otherwise, ...form }: Props) {
  const answer = useActionData<FormAnswer>()
  const hasToken = useSearchParams()[0].has('token')
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
