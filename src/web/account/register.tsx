import { type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { publicPage } from '../../contract/grammar/public-pages.ts'
import { register } from '../../contract/people/accounts.ts'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { afterRegistering, returnPathIn, useReturnPath, withReturnPath } from '../return-path.ts'
import { visitOf } from '../visit.ts'
import { emailField, newPasswordField } from './fields.ts'

const fields = { email: emailField, password: newPasswordField }

/** Somebody who is signed in has an account. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return visitOf(context).viewer.kind === 'visitor' ? null : redirect(returnPathIn(request) ?? '/dashboard')
}

/** Goes to the same page for a new and for a known address (docs/decisions/0009). */
export const action = formAction(fields, async ({ call, values, request }) => {
  await call(register, { body: values })
  return redirect(afterRegistering(returnPathIn(request)), 303)
})

export function Page() {
  const from = useReturnPath()
  return (
    <SingleForm
      title="Register"
      lead="To order a package and follow its progress. An account is free."
      submit="Register"
      busy="Creating your account…"
      answer={useActionData<FormAnswer>()}
      fields={fields}
    >
      <p className="elsewhere">
        Been here before? <a href={withReturnPath('/login', from)}>Log in</a>
      </p>
      <p className="small-print">
        See our <a href={publicPage('Privacy').path}>Privacy</a> page for what we keep about you, and{' '}
        <a href={publicPage('Terms').path}>Terms</a> for what you agree to when you order.
      </p>
    </SingleForm>
  )
}
