import { type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from 'react-router'
import { signInEndpoint } from '#contract/people/authentication.ts'
import { addFlashNoticeToData } from '../flash-notices.ts'
import { createFormAction } from '../forms/form-action.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { SESSION_ENDED_PARAM } from '../page-route.ts'
import { appendReturnPath, getReturnPath, useReturnPath } from '../return-path.ts'
import { loadSelectedPackageLabel } from '../selected-package-label.ts'
import { CheckmarkList } from '../ui/checkmark-list.tsx'
import { CheckoutSteps } from '../ui/checkout-steps.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { passwordFormField, usernameField } from './credential-form-fields.ts'
import { GoogleSignInButton, GoogleSignInErrorMessage, useGoogleSignInError } from './google-sign-in.tsx'

const DEFAULT_PATH = '/dashboard'

const fields = { email: usernameField, password: passwordFormField }

/** Redirects signed-in people (P-50). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { viewer, call } = getPageRequestContext(context)
  const returnPath = getReturnPath(request)
  if (viewer.kind !== 'visitor') return redirect(returnPath ?? DEFAULT_PATH)
  return addFlashNoticeToData(request, { selectedPackage: await loadSelectedPackageLabel(call, returnPath) })
}

export const action = createFormAction(fields, async ({ call, values, request }) => {
  const { next } = await call(signInEndpoint, { body: values })
  if (next) return redirect(appendReturnPath('/second-factor', getReturnPath(request)), 303)
  return redirect(getReturnPath(request) ?? DEFAULT_PATH, 303)
})

export function Page() {
  const returnPath = useReturnPath()
  const { name } = useBusinessFacts()
  const hasSessionEnded = useSearchParams()[0].has(SESSION_ENDED_PARAM)
  const { notice, selectedPackage } = useLoaderData<typeof loader>()
  const googleSignInError = useGoogleSignInError()
  const hasSignInFailed = !notice && !hasSessionEnded && googleSignInError !== undefined
  const isFirstOrder = selectedPackage !== undefined && !hasSessionEnded
  return (
    <SingleFormPage
      title={isFirstOrder ? `Create your account to order ${selectedPackage}` : 'Log in'}
      lead={
        isFirstOrder
          ? 'You won’t be charged yet. After either one, you continue to your order.'
          : 'Log in to see your orders and receipts.'
      }
      steps={selectedPackage && <CheckoutSteps current="Account" />}
      firstChoice={isFirstOrder && <CreateAccount returnPath={returnPath} />}
      submitLabel="Log in"
      busyLabel="Logging in…"
      notice={
        hasSignInFailed ? (
          <GoogleSignInErrorMessage error={googleSignInError} />
        ) : notice ? (
          <SuccessNotice notice={notice} />
        ) : (
          hasSessionEnded && <SessionEndedNotice />
        )
      }
      hasProblem={hasSignInFailed}
      fields={fields}
      beforeSubmit={
        <p>
          <a href="/reset">Forgot password</a>
        </p>
      }
    >
      <p className="or">or</p>
      <GoogleSignInButton from={returnPath} />
      <p className="elsewhere">
        New to {name}? <a href={appendReturnPath('/register', returnPath)}>Sign Up</a>
      </p>
    </SingleFormPage>
  )
}

/** The first choice of a person who came from a price button. */
function CreateAccount({ returnPath }: { returnPath: string | undefined }) {
  return (
    <section aria-labelledby="first-choice" className="card">
      <h2 id="first-choice" className="h3">
        New here?
      </h2>
      <CheckmarkList>
        {['All you need is an email and a password', 'An account is free', 'Your orders and receipts stay in one place']}
      </CheckmarkList>
      <LinkButton href={appendReturnPath('/register', returnPath)}>Create account</LinkButton>
    </section>
  )
}

function SessionEndedNotice() {
  return (
    <p role="status" className="account-notice">
      Your session has ended. Log in to continue.
    </p>
  )
}
