import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { resendVerification, verifyEmail } from '../../contract/passwords.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { UnlistedMeta } from '../layout/unlisted-meta.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { visitOf } from '../visit.ts'

type Outcome = { isConfirmed: boolean; title: string; sentence: string }

/**
 * Where the mailed link leads. Opening it is enough: the guard has made sure of the account's own
 * session, so a mail scanner that follows the link confirms nothing (docs/decisions/0009).
 */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Outcome> {
  const { call, viewer } = visitOf(context)
  const token = new URL(request.url).searchParams.get('token')
  const email = viewer.kind === 'visitor' ? '' : viewer.email
  if (!token) return { isConfirmed: false, title: 'Confirm your email address', sentence: `We can send a link to ${email}.` }
  try {
    const { message } = await call(verifyEmail, { body: { token } })
    return { isConfirmed: true, title: 'Thank You', sentence: message }
  } catch (error) {
    if (!isRefusal(error) || error.status === 401) throw error
    return { isConfirmed: false, title: 'This link does not work', sentence: error.fields?.token ?? error.message }
  }
}

/** Asks for another link. */
export async function action({ context }: ActionFunctionArgs) {
  await visitOf(context).call(resendVerification, { body: {} })
  return redirect('/thanks', 303)
}

export function Page() {
  const { isConfirmed, title, sentence } = useLoaderData<Outcome>()
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={title} />
      <h1 className="h1">{title}</h1>
      <p className="lead">{sentence}</p>
      {isConfirmed ? (
        <LinkButton href="/">Back Home</LinkButton>
      ) : (
        <form method="post" action="/verify-email" data-busy="Sending…">
          <button type="submit" className="button">
            Send a new link
          </button>
        </form>
      )}
    </main>
  )
}
