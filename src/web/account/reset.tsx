import { type ActionFunctionArgs, redirect, useActionData, useSearchParams } from 'react-router'
import { requestPasswordReset, resetPassword } from '../../contract/passwords.ts'
import { type Answer, answerOf, readForm } from '../forms/answer.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { redirectWithNotice } from '../notice.ts'
import { visitOf } from '../visit.ts'
import { emailField, newPasswordField } from './fields.ts'

/** Asks for a link; with the link's token, sets the new password (design decision 15). */
export async function action({ context, request }: ActionFunctionArgs) {
  const { call } = visitOf(context)
  const token = new URL(request.url).searchParams.get('token')
  const { email = '', password = '' } = await readForm(request)
  try {
    if (!token) {
      await call(requestPasswordReset, { body: { email } })
      return redirect('/thanks', 303)
    }
    const { message } = await call(resetPassword, { body: { token, password } })
    return await redirectWithNotice(request, '/login', message)
  } catch (error) {
    return answerOf(error, { email })
  }
}

export function Page() {
  const answer = useActionData<Answer>()
  return useSearchParams()[0].get('token') ? <NewPassword answer={answer} /> : <AskForLink answer={answer} />
}

function AskForLink({ answer }: { answer: Answer | undefined }) {
  return (
    <SingleForm
      title="Forgot your password?"
      lead="Give us the address of your account, and we mail you a link for choosing a new one."
      submit="Send the link"
      busy="Sending…"
      answer={answer}
      fields={[emailField]}
    >
      <p className="elsewhere">
        Remembered it? <a href="/login">Log in</a>
      </p>
    </SingleForm>
  )
}

function NewPassword({ answer }: { answer: Answer | undefined }) {
  return (
    <SingleForm
      title="Choose a new password"
      lead="You will be logged out everywhere, and log in with the new one."
      submit="Save the new password"
      busy="Saving…"
      answer={answer}
      fields={[newPasswordField]}
    >
      <p className="elsewhere">
        Does the link not work? <a href="/reset">Ask for a new one</a>
      </p>
    </SingleForm>
  )
}
