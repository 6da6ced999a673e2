import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { createFirstAdmin, setUpState } from '../../contract/accounts.ts'
import { user } from '../../contract/sections/user.ts'
import { type Answer, answerOf, readForm } from '../forms/answer.ts'
import { SingleForm } from '../forms/single-form.tsx'
import { visitOf } from '../visit.ts'
import { AdminsOnly } from './admins-only.tsx'
import { emailField, newPasswordField } from './fields.ts'

const codeField = {
  name: 'code',
  label: 'Set-up code',
  type: 'text',
  autoComplete: 'off',
  required: true,
  help: 'It stands in the link that the server prints, or names the file of, when it starts.',
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { needsAdmin } = await visitOf(context).call(setUpState, {})
  return { needsAdmin, code: new URL(request.url).searchParams.get('code') ?? '' }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { code = '', email = '', password = '' } = await readForm(request)
  try {
    await visitOf(context).call(createFirstAdmin, { body: { code, email, password } })
  } catch (error) {
    return answerOf(error, { code, email })
  }
  return redirect('/setting', 303)
}

/** `/add-user` for whoever is no admin (spec section 2): the first one is made here, once, with the set-up code. */
export function Page() {
  const { needsAdmin, code } = useLoaderData<{ needsAdmin: boolean; code: string }>()
  const answer = useActionData<Answer>()
  if (!needsAdmin) {
    return <AdminsOnly title={user.title} path="/add-user" sentence="Only an admin may add or change admin users." />
  }
  return (
    <SingleForm
      title="Make the first admin"
      lead="This site has no admin yet. The first one is made once, with the link that the server gave when it started."
      submit="Create the first admin"
      busy="Creating the account…"
      answer={answer}
      initial={{ code }}
      fields={[codeField, emailField, newPasswordField]}
    />
  )
}
