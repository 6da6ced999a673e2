import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { signIn } from '../../contract/accounts.ts'
import { visitOf } from '../visit.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { type Answer, answerOf, readForm } from '../forms/answer.ts'
import { safeReturn } from './safe-return.ts'

/** Somebody who is signed in has no business here (spec section 2). */
export function loader({ context, request }: LoaderFunctionArgs) {
  return visitOf(context).viewer.kind === 'visitor' ? null : redirect(destination(request))
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { email = '', password = '' } = await readForm(request)
  try {
    await visitOf(context).call(signIn, { body: { email, password } })
  } catch (error) {
    return answerOf(error, { email, password })
  }
  return redirect(destination(request), 303)
}

export function Page() {
  return (
    <SingleForm
      title="Log in"
      lead="To see your orders and receipts."
      submit="Log in"
      answer={useActionData<Answer>()}
      fields={[
        { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
        { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
      ]}
    >
      <p>
        <a href="/reset">Forgot password</a>
      </p>
      <p>
        New to Rankstead? <a href="/register">Sign Up</a>
      </p>
    </SingleForm>
  )
}

function destination({ url }: Request): string {
  return safeReturn(new URL(url).searchParams.get('from')) ?? '/dashboard'
}
