import { Chip } from '../parts/chip.tsx'
import { Control } from './control.tsx'
import { describedBy, FieldShell } from './field-shell.tsx'
import type { NamedField } from './form-plan.ts'
import { LengthHint } from './length-hint.tsx'
import type { EditorForm } from './use-editor-form.ts'

type Props = NamedField & { editor: EditorForm; showsEdits?: boolean }

export function FieldRow({ name, field, editor, showsEdits }: Props) {
  const { label, help, optional, ideal } = field
  const id = `${editor.id}-${name}`
  const error = editor.errors[name]
  const hintId = ideal && `${id}-length`
  const isEdited = showsEdits && editor.edited.includes(name)
  return (
    <FieldShell
      id={id}
      label={label}
      help={help}
      error={error}
      isOptional={optional}
      mark={isEdited && <Chip tone="warning">Edited</Chip>}
      className={isEdited ? 'edited-edge' : ''}
    >
      <Control
        name={name}
        field={field}
        editor={editor}
        id={id}
        isInvalid={Boolean(error)}
        describedBy={[describedBy(id, help, error), hintId].filter(Boolean).join(' ') || undefined}
      />
      {ideal && hintId && <LengthHint editor={editor} name={name} id={hintId} ideal={ideal} />}
    </FieldShell>
  )
}
