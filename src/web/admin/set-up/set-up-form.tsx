import { createFirstAdmin } from '../../../contract/accounts.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { SaveMessage } from '../forms/save-message.tsx'
import { useEditorForm } from '../forms/use-editor-form.ts'
import { useSaving } from '../forms/use-saving.ts'
import { Button } from '../parts/button.tsx'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

/** Which form of the page this is. */
export const SET_UP = 'set-up'

/** Makes the first admin. Nothing of it is kept as a draft: it holds a password. */
export function SetUpForm({ code }: { code: string }) {
  const saving = useSaving(SET_UP)
  const plan = { saved: { code, email: '', password: '' }, schema: createFirstAdmin.body }
  const editor = useEditorForm({ id: SET_UP, plan: plan as Parameters<typeof useEditorForm>[0]['plan'], saving })
  return (
    <form id={SET_UP} method="post" noValidate onSubmit={editor.submit} className="grid max-w-120 gap-5">
      <ErrorSummary editor={editor} names={['code', 'email', 'password']} />
      <TextField
        editor={editor}
        name="code"
        label="Set-up code"
        help="It stands in the link that the server prints, or names the file of, when it starts."
        autoComplete="off"
      />
      <TextField
        editor={editor}
        name="email"
        label="Email"
        help="You log in with this address."
        type="email"
        autoComplete="username"
      />
      <PasswordField editor={editor} name="password" />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" aria-disabled={editor.isBusy}>
          {editor.isBusy ? 'Creating the account…' : 'Create the first admin'}
        </Button>
        <SaveMessage editor={editor} />
      </div>
    </form>
  )
}
