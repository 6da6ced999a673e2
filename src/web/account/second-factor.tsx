import { type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { isRefusal } from '../../contract/grammar/refusal.ts'
import { recoverSecondFactor, verifySecondFactor } from '../../contract/people/second-factor.ts'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { redirectWithNotice } from '../notice.ts'
import { returnPathIn, useReturnPath, withReturnPath } from '../return-path.ts'
import { visitOf } from '../visit.ts'
import { codeField } from './fields.ts'

const HOME = '/dashboard'

const fields = {
  code: {
    ...codeField,
    help: 'The 6 digits in your app. Without your phone, enter one of your recovery codes.',
    inputMode: undefined,
  },
}

export function loader({ context, request }: LoaderFunctionArgs) {
  return visitOf(context).viewer.kind === 'visitor' ? null : redirect(returnPathIn(request) ?? HOME)
}

/** The second step of a sign-in. One field takes both kinds of code: six digits are the app's. */
export const action = formAction(fields, async ({ call, values: { code }, request }) => {
  const isOfApp = /^\d{6}$/.test(code.replace(/[\s-]/g, '')) || code.trim() === ''
  try {
    await call(isOfApp ? verifySecondFactor : recoverSecondFactor, { body: { code } })
  } catch (error) {
    if (!isRefusal(error) || error.status !== 401) throw error
    return redirectWithNotice(request, withReturnPath('/login', returnPathIn(request)), error.message)
  }
  return redirect(returnPathIn(request) ?? HOME, 303)
})

export function Page() {
  const from = useReturnPath()
  return (
    <SingleForm
      title="Enter your code"
      lead="Your account asks for a code as well as your password."
      submit="Log in"
      busy="Logging in…"
      answer={useActionData<FormAnswer>()}
      fields={fields}
    >
      <p className="elsewhere">
        Not you? <a href={withReturnPath('/login', from)}>Log in again</a>
      </p>
    </SingleForm>
  )
}
