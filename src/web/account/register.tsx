import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { register } from '../../contract/accounts.ts'
import { type Answer, answerOf, readForm } from '../forms/answer.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { visitOf } from '../visit.ts'
import { emailField, newPasswordField } from './fields.ts'
import { rememberedPage, useRemembered, withRemembered } from './remembered.ts'

/** Somebody who is signed in has an account. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return visitOf(context).viewer.kind === 'visitor' ? null : redirect(rememberedPage(request) ?? '/dashboard')
}

/** Goes to the same page for a new and for a known address (docs/decisions/0009). */
export async function action({ context, request }: ActionFunctionArgs) {
  const { email = '', password = '' } = await readForm(request)
  try {
    await visitOf(context).call(register, { body: { email, password } })
  } catch (error) {
    return answerOf(error, { email })
  }
  return redirect(rememberedPage(request) ?? '/', 303)
}

export function Page() {
  const from = useRemembered()
  return (
    <SingleForm
      title="Sign up"
      lead="To order a package and to follow what becomes of it."
      submit="Sign Up"
      busy="Making your account…"
      answer={useActionData<Answer>()}
      fields={[emailField, newPasswordField]}
    >
      <p className="elsewhere">
        Been here before? <a href={withRemembered('/login', from)}>Log in</a>
      </p>
    </SingleForm>
  )
}
