import { controlProps } from '../forms/control-props.ts'
import { describedBy, FieldShell } from '../forms/field-shell.tsx'
import type { EditorForm } from '../forms/use-editor-form.ts'

type Props = { editor: EditorForm; name: string; label: string; help: string; type?: 'text' | 'email'; autoComplete: string }

export function TextField({ editor, name, label, help, type = 'text', autoComplete }: Props) {
  const id = `${editor.id}-${name}`
  const error = editor.errors[name]
  return (
    <FieldShell id={id} label={label} help={help} error={error}>
      <input
        {...controlProps({ editor, name, id, isInvalid: Boolean(error), describedBy: describedBy(id, help, error) })}
        type={type}
        autoComplete={autoComplete}
        spellCheck={false}
        className="control"
      />
    </FieldShell>
  )
}
