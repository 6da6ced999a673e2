import { type ActionFunctionArgs, redirect, useActionData } from 'react-router'
import { startProviderSignIn } from '../../contract/provider.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { readForm } from '../forms/answer.ts'
import { UnlistedMeta } from '../layout/unlisted-meta.tsx'
import { visitOf } from '../visit.ts'
import { loginWithFailure } from './provider-failures.ts'
import { safeReturn } from './safe-return.ts'

type Answer = { url: string }

/** "Join With Google" (spec section 2): begins a sign-in, or goes back to /login with the reason why not. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Answer | Response> {
  const from = safeReturn((await readForm(request)).from)
  try {
    return await visitOf(context).call(startProviderSignIn, { body: { from } })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const code = { 404: 'not_set_up', 429: 'too_often', 503: 'unreachable' }[error.status] ?? 'failed'
    return redirect(loginWithFailure(code, from), 303)
  }
}

/**
 * Sends the browser on by itself. A redirect would count as part of the form's submission, which the
 * content security policy keeps on this site, and providers send people across hosts we cannot list. Without an answer, which is without the button, it leads to /login.
 */
export function Page() {
  const url = useActionData<Answer>()?.url ?? '/login'
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title="One moment" />
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <h1 className="h1">One moment</h1>
      <p className="lead">You are being taken to {URL.parse(url)?.host ?? 'the login page'} to log in.</p>
      <p>
        <a href={url}>Continue</a>
      </p>
    </main>
  )
}
