import { type ActionFunctionArgs, redirect, useActionData, useSearchParams } from 'react-router'
import { requestPasswordReset, resetPassword } from '../../contract/passwords.ts'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { redirectWithNotice } from '../notice.ts'
import { emailField, newPasswordField } from './fields.ts'

const linkFields = { email: emailField }
const passwordFields = { password: newPasswordField }

/** Asks for a link; with the link's token, sets the new password (design decision 15). */
export function action(args: ActionFunctionArgs) {
  const token = new URL(args.request.url).searchParams.get('token')
  return token ? setPassword(token)(args) : askForLink(args)
}

const askForLink = formAction(linkFields, async ({ call, values }) => {
  await call(requestPasswordReset, { body: values })
  return redirect('/thanks', 303)
})

function setPassword(token: string) {
  return formAction(passwordFields, async ({ call, values, request }) => {
    const { message } = await call(resetPassword, { body: { token, ...values } })
    return redirectWithNotice(request, '/login', message)
  })
}

export function Page() {
  const answer = useActionData<FormAnswer>()
  return useSearchParams()[0].get('token') ? <NewPassword answer={answer} /> : <AskForLink answer={answer} />
}

function AskForLink({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <SingleForm
      title="Forgot your password?"
      lead="Give us the address of your account, and we mail you a link for choosing a new one."
      submit="Send the link"
      busy="Sending…"
      answer={answer}
      fields={linkFields}
    >
      <p className="elsewhere">
        Remembered it? <a href="/login">Log in</a>
      </p>
    </SingleForm>
  )
}

function NewPassword({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <SingleForm
      title="Choose a new password"
      lead="You will be logged out everywhere, and log in with the new one."
      submit="Save the new password"
      busy="Saving…"
      answer={answer}
      fields={passwordFields}
    >
      <p className="elsewhere">
        Does the link not work? <a href="/reset">Ask for a new one</a>
      </p>
    </SingleForm>
  )
}
