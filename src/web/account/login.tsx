import { type LoaderFunctionArgs, redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import { signIn } from '../../contract/people/accounts.ts'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SuccessNotice } from '../forms/form-answer.tsx'
import { SingleForm } from '../forms/single-form.tsx'
import { ENDED } from '../guards.ts'
import { useBusiness } from '../layout/frame-content.ts'
import { readNotice, withNotice } from '../notice.ts'
import { returnPathIn, useReturnPath, withReturnPath } from '../return-path.ts'
import { visitOf } from '../visit.ts'
import { emailField, passwordField } from './fields.ts'
import { GoogleButton, ProviderProblem } from './google.tsx'

const HOME = '/dashboard'

const fields = { email: emailField, password: passwordField }

/** Somebody who is signed in has no business here (spec section 2). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (visitOf(context).viewer.kind !== 'visitor') return redirect(returnPathIn(request) ?? HOME)
  const notice = await readNotice(request)
  return notice ? withNotice(request, notice) : null
}

export const action = formAction(fields, async ({ call, values, request }) => {
  const { next } = await call(signIn, { body: values })
  if (next) return redirect(withReturnPath('/second-factor', returnPathIn(request)), 303)
  return redirect(returnPathIn(request) ?? HOME, 303)
})

export function Page() {
  const from = useReturnPath()
  const { name } = useBusiness()
  const hasEnded = useSearchParams()[0].has(ENDED)
  const notice = useLoaderData<{ notice: string } | null>()?.notice
  return (
    <SingleForm
      title="Log in"
      lead="To see your orders and receipts."
      submit="Log in"
      busy="Logging in…"
      notice={notice ? <SuccessNotice notice={notice} /> : hasEnded ? <SessionEnded /> : <ProviderProblem />}
      answer={useActionData<FormAnswer>()}
      fields={fields}
      beforeSubmit={
        <p>
          <a href="/reset">Forgot password</a>
        </p>
      }
    >
      <p className="or">or</p>
      <GoogleButton from={from} />
      <p className="elsewhere">
        New to {name}? <a href={withReturnPath('/register', from)}>Sign Up</a>
      </p>
    </SingleForm>
  )
}

function SessionEnded() {
  return (
    <p role="status" className="account-notice">
      Your session has ended. Log in to continue.
    </p>
  )
}
