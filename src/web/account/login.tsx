import { type LoaderFunctionArgs, redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import { signInEndpoint } from '../../contract/people/accounts.ts'
import { readFlashNotice, respondWithFlashNotice } from '../flash-notice.ts'
import { createFormAction, type FormAnswer } from '../forms/form-action.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { useBusiness } from '../layout/site-frame-content.ts'
import { appendReturnPath, getReturnPath, useReturnPath } from '../return-path.ts'
import { SESSION_ENDED_PARAM } from '../route-guards.ts'
import { getVisit } from '../visit-context.ts'
import { emailField, passwordField } from './fields.ts'
import { GoogleSignInButton, GoogleSignInError } from './google-sign-in.tsx'

const DEFAULT_PATH = '/dashboard'

const fields = { email: emailField, password: passwordField }

/** Redirects signed-in people (P-50). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (getVisit(context).viewer.kind !== 'visitor') return redirect(getReturnPath(request) ?? DEFAULT_PATH)
  const notice = await readFlashNotice(request)
  return notice ? respondWithFlashNotice(request, notice) : null
}

export const action = createFormAction(fields, async ({ call, values, request }) => {
  const { next } = await call(signInEndpoint, { body: values })
  if (next) return redirect(appendReturnPath('/second-factor', getReturnPath(request)), 303)
  return redirect(getReturnPath(request) ?? DEFAULT_PATH, 303)
})

export function Page() {
  const returnPath = useReturnPath()
  const { name } = useBusiness()
  const hasSessionEnded = useSearchParams()[0].has(SESSION_ENDED_PARAM)
  const notice = useLoaderData<{ notice: string } | null>()?.notice
  return (
    <SingleFormPage
      title="Log in"
      lead="To see your orders and receipts."
      submitLabel="Log in"
      busyLabel="Logging in…"
      notice={notice ? <SuccessNotice notice={notice} /> : hasSessionEnded ? <SessionEndedNotice /> : <GoogleSignInError />}
      answer={useActionData<FormAnswer>()}
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

function SessionEndedNotice() {
  return (
    <p role="status" className="account-notice">
      Your session has ended. Log in to continue.
    </p>
  )
}
