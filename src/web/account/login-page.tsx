import { type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from 'react-router'
import { signInEndpoint } from '#contract/people/authentication.ts'
import { addFlashNoticeToData } from '../flash-notices.ts'
import { createNamedFormsAction, defineForm } from '../forms/form-action.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { SESSION_ENDED_PARAM } from '../page-route.ts'
import { appendReturnPath, getReturnPath, useReturnPath } from '../return-path.ts'
import { loadSelectedPackageLabel } from '../selected-package-label.ts'
import { CheckoutSteps } from '../ui/checkout-steps.tsx'
import { CreateAccountChoice } from './account-choice.tsx'
import { logInFormFields } from './credential-form-fields.ts'
import { GoogleSignInChoice, GoogleSignInErrorMessage, useGoogleSignInError } from './google-sign-in.tsx'

const DEFAULT_PATH = '/dashboard'

/** Redirects signed-in people (P-50). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { viewer, call } = getPageRequestContext(context)
  const returnPath = getReturnPath(request)
  if (viewer.kind !== 'visitor') return redirect(returnPath ?? DEFAULT_PATH)
  return addFlashNoticeToData(request, { selectedPackage: await loadSelectedPackageLabel(call, returnPath) })
}

export const action = createNamedFormsAction({
  login: defineForm(logInFormFields, async ({ call, values, request }) => {
    const { next } = await call(signInEndpoint, { body: values })
    if (next) return redirect(appendReturnPath('/second-factor', getReturnPath(request)), 303)
    return redirect(getReturnPath(request) ?? DEFAULT_PATH, 303)
  }),
})

export function Page() {
  const returnPath = useReturnPath()
  const { name } = useBusinessFacts()
  const hasSessionEnded = useSearchParams()[0].has(SESSION_ENDED_PARAM)
  const { notice, selectedPackage } = useLoaderData<typeof loader>()
  const googleSignInError = useGoogleSignInError()
  const hasSignInFailed = !notice && !hasSessionEnded && googleSignInError !== undefined
  // A price button's path has no query. A path with one comes from the order form: the person has an account.
  const isFirstOrder = selectedPackage !== undefined && !hasSessionEnded && !returnPath?.includes('?')
  return (
    <SingleFormPage
      name="login"
      action={appendReturnPath('/login', returnPath)}
      title={isFirstOrder ? `Create your account to order ${selectedPackage}` : 'Log in'}
      lead={
        isFirstOrder
          ? 'You won’t be charged yet. After either one, you continue to your order.'
          : selectedPackage
            ? 'Log in to continue your order. If you had an account before, it still has its earlier password.'
            : 'Log in to see your orders and receipts.'
      }
      steps={selectedPackage && <CheckoutSteps current="Account" />}
      firstChoice={isFirstOrder && <CreateAccountChoice />}
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
      fields={logInFormFields}
      beforeSubmit={
        <p>
          <a href="/reset">Forgot password</a>
        </p>
      }
    >
      <GoogleSignInChoice from={returnPath} />
      <p className="elsewhere">
        New to {name}? <a href={appendReturnPath('/register', returnPath)}>Sign Up</a>
      </p>
    </SingleFormPage>
  )
}

function SessionEndedNotice() {
  return (
    <p role="status" className="account-notice">
      Your session has ended. Log in to continue.
    </p>
  )
}
