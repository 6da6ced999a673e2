import type { HTMLAttributes, HTMLInputTypeAttribute } from 'react'
import { Icon } from '../ui/icon.tsx'

export type TextFieldProps = {
  name: string
  label: string
  /** `textarea`: room for more than one line. */
  type: HTMLInputTypeAttribute | 'textarea'
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  help?: string
  required?: boolean
  /** In characters. */
  minLength?: number
  value?: string
  /** The sentence of the refusal, shown above the control. */
  error?: string
}

/** Label, help, sentence, control: in the order in which they are read. */
export function TextField({ name, label, type, help, value, error, ...control }: TextFieldProps) {
  const Control = type === 'textarea' ? 'textarea' : 'input'
  const describedBy = [help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'field field-wrong' : 'field'}>
      <label htmlFor={name}>{label}</label>
      {help && (
        <p id={`${name}-help`} className="field-help">
          {help}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="field-error">
          <Icon name="warning" />
          {error}
        </p>
      )}
      <div className="field-control">
        <Control
          id={name}
          name={name}
          {...(Control === 'input' && { type })}
          {...control}
          // A password is never sent back: pages are kept, printed and looked at.
          defaultValue={type === 'password' ? undefined : value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
      </div>
      {/* Filled by the script; here from the start, so that nothing moves. */}
      {control.autoComplete === 'new-password' && <p className="strength" role="status" />}
    </div>
  )
}
