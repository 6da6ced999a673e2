import type { HTMLInputTypeAttribute } from 'react'

export type TextFieldProps = {
  name: string
  label: string
  type: HTMLInputTypeAttribute
  autoComplete: string
  help?: string
  value?: string
  /** The sentence of the refusal, shown above the control. */
  error?: string
}

/** Label, help, sentence, control: in the order in which they are read. */
export function TextField({ name, label, type, autoComplete, help, value, error }: TextFieldProps) {
  const describedBy = [help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'field field-wrong' : 'field'}>
      <label htmlFor={name}>{label}</label>
      {help && <p id={`${name}-help`}>{help}</p>}
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
    </div>
  )
}
