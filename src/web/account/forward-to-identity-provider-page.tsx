import { redirect, useActionData } from 'react-router'
import { isUserError } from '#contract/core/user-error.ts'
import { startIdentityProviderSignInEndpoint } from '#contract/people/authentication.ts'
import { createFormAction } from '../forms/form-action.ts'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { parseReturnPath } from '../return-path.ts'
import { buildLoginErrorUrl, googleSignInFormFields } from './google-sign-in.tsx'

type StartedSignIn = { url: string }

/** Starts a sign-in with the identity provider (P-59), or redirects to /login with the reason it failed. */
export const action = createFormAction(googleSignInFormFields, async ({ call, values }) => {
  const from = parseReturnPath(values.from)
  try {
    return await call(startIdentityProviderSignInEndpoint, { body: { from } })
  } catch (error) {
    if (!isUserError(error)) throw error
    const code = { 404: 'not_set_up', 429: 'too_often', 503: 'unreachable' }[error.status] ?? 'failed'
    return redirect(buildLoginErrorUrl(code, from), 303)
  }
})

/**
 * Leads to the provider by a refresh. The content security policy (`form-action`) would block a redirect to
 * another host, and we can't list the provider's hosts. Opened without the form, it leads to /login.
 */
export function Page() {
  const url = useActionData<StartedSignIn>()?.url ?? '/login'
  return (
    <main id="main" tabIndex={-1} className="container account">
      <NoindexHead title="One moment" />
      <meta httpEquiv="refresh" content={`0; url=${url}`} />
      <h1 className="h1">One moment</h1>
      <p className="lead">We’re taking you to {URL.parse(url)?.host ?? 'the login page'} to log in.</p>
      <p>
        <a href={url}>Continue</a>
      </p>
    </main>
  )
}
