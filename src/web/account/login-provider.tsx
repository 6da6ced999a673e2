import { redirect, useActionData } from 'react-router'
import { isRefusal } from '../../contract/grammar/refusal.ts'
import { startProviderSignIn } from '../../contract/people/provider.ts'
import { formAction } from '../forms/form-action.ts'
import { UnlistedMeta } from '../layout/page-meta.tsx'
import { safeReturnPath } from '../return-path.ts'
import { googleFields, loginWithFailure } from './google.tsx'

type Begun = { url: string }

/** "Join With Google" (spec section 2): begins a sign-in, or goes back to /login with the reason why not. */
export const action = formAction(googleFields, async ({ call, values }) => {
  const from = safeReturnPath(values.from)
  try {
    return await call(startProviderSignIn, { body: { from } })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const code = { 404: 'not_set_up', 429: 'too_often', 503: 'unreachable' }[error.status] ?? 'failed'
    return redirect(loginWithFailure(code, from), 303)
  }
})

/**
 * Sends the browser on by itself. A redirect would count as part of the form's submission, which the
 * content security policy keeps on this site, and providers send people across hosts we cannot list. Without an answer, which is without the button, it leads to /login.
 */
export function Page() {
  const url = useActionData<Begun>()?.url ?? '/login'
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
