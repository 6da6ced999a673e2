import type { NamedField } from './form-plan.ts'
import { Chip } from '../parts/chip.tsx'
import { Control } from './control.tsx'
import { FieldError } from './field-error.tsx'
import type { EditorForm } from './use-editor-form.ts'

type Props = NamedField & { editor: EditorForm; showsEdits?: boolean }

/** Label, help, sentence, control: in the order in which they are read. */
export function FieldRow({ name, field, editor, showsEdits }: Props) {
  const id = `${editor.id}-${name}`
  const error = editor.errors[name]
  const isEdited = showsEdits && editor.edited.includes(name)
  const describedBy = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={`relative ${error ? 'error-edge' : isEdited ? 'edited-edge' : ''}`}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-3">
        <label htmlFor={id} className="font-semibold">
          {field.label}
          {field.optional && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {isEdited && <Chip tone="warning">Edited</Chip>}
      </div>
      {field.help && (
        <p id={`${id}-help`} className="text-help text-muted">
          {field.help}
        </p>
      )}
      <FieldError id={`${id}-error`} sentence={error} />
      <Control name={name} field={field} editor={editor} id={id} isInvalid={Boolean(error)} describedBy={describedBy} />
    </div>
  )
}
