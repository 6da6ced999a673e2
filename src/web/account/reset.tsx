import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { accountWords } from '../../contract/content/kinds/account-words.ts'
import type { WordsOf } from '../../contract/grammar/words.ts'
import { requestPasswordReset, resetPassword } from '../../contract/people/passwords.ts'
import { Acknowledgement } from '../forms/acknowledgement.tsx'
import { type FormAnswer, formAction } from '../forms/form-action.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { acknowledged, type Notice, redirectWithNotice } from '../notice.ts'
import type { PageModule } from '../page.ts'
import { readWords } from '../page-content.ts'
import { visitOf } from '../visit.ts'
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
    return redirectWithNotice(request, '/reset/done', message)
  })
}

/** `/reset/done`: whoever comes here otherwise has nothing set yet. */
export const done: PageModule = {
  loader: async ({ context, request }: LoaderFunctionArgs) => {
    const words = () => readWords(visitOf(context).call, accountWords)
    return (await acknowledged(request, async () => ({ words: await words() }))) ?? redirect('/reset')
  },
  Page: function Done() {
    const { words, notice } = useLoaderData<Notice & { words: WordsOf<typeof accountWords> }>()
    const way = { href: '/login', text: words.passwordLink }
    return <Acknowledgement heading={words.passwordHeading} notice={notice} next={words.passwordNext} way={way} />
  },
}

export function Page() {
  const answer = useActionData<FormAnswer>()
  return useSearchParams()[0].get('token') ? <NewPassword answer={answer} /> : <AskForLink answer={answer} />
}

function AskForLink({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <SingleForm
      title="Forgot your password?"
      lead="Enter the email address of your account, and we’ll send you a link to choose a new password."
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
      lead="This logs you out everywhere. Then log in with the new password."
      submit="Save the new password"
      busy="Saving…"
      answer={answer}
      fields={passwordFields}
    >
      <p className="elsewhere">
        Link not working? <a href="/reset">Ask for a new one</a>
      </p>
    </SingleForm>
  )
}
