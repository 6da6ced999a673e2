import { CONFIRMATION } from '../../../contract/refusal.ts'
import { describedBy, FieldShell } from './field-shell.tsx'
import { isFailed } from './outcome.ts'
import type { EditorForm } from './use-editor-form.ts'
import type { Saving } from './use-saving.ts'

const HELP = 'What you entered is still here.'

type Props = { editor: EditorForm; saving: Saving }

/** Asks for the password where the last answer did. It is no part of the form's values, so no draft keeps it. */
export function Confirmation({ editor, saving: { outcome, posted } }: Props) {
  const last = outcome ?? posted
  if (!isFailed(last) || !(CONFIRMATION in last.fields)) return null
  const id = `${editor.id}-${CONFIRMATION}`
  const error = editor.errors[CONFIRMATION]
  return (
    <FieldShell id={id} label="Your password" help={HELP} error={error}>
      <input
        id={id}
        name={CONFIRMATION}
        type="password"
        autoComplete="current-password"
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={describedBy(id, HELP, error)}
        className="control"
      />
    </FieldShell>
  )
}
