import type { ComponentProps } from 'react'
import type { NamedField } from './form-plan.ts'
import type { EditorForm } from './use-editor-form.ts'

type Wiring = { editor: EditorForm; name: string; id: string; isInvalid: boolean; describedBy?: string }

export type ControlProps = NamedField & Wiring

/** Not `type="url"`: paths on this site are welcome too. */
export const ADDRESS = {
  type: 'text',
  inputMode: 'url',
  autoComplete: 'off',
  spellCheck: false,
} satisfies ComponentProps<'input'>

/** What every control of a form has in common; `defaultValue` is for the HTML itself. */
export function controlProps({ editor, name, id, isInvalid, describedBy }: Wiring) {
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
