import type { ComponentProps } from 'react'
import type { NamedField } from './form-plan.ts'
import type { EditorForm } from './use-editor-form.ts'

export type ControlProps = NamedField & { editor: EditorForm; id: string; isInvalid: boolean; describedBy?: string }

/** Not `type="url"`: paths on this site are welcome too. */
export const ADDRESS = { type: 'text', inputMode: 'url', autoComplete: 'off', spellCheck: false } satisfies ComponentProps<'input'>

export function sharedProps({ name, editor, id, isInvalid, describedBy }: ControlProps) {
  // A field at fault is checked again with every key, so that its sentence goes as soon as it is mended.
  const recheck = () => void (editor.errors[name] && editor.form.trigger(name))
  return {
    ...editor.form.register(name, { onChange: recheck }),
    id,
    defaultValue: editor.initial[name],
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
  }
}
