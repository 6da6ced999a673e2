import type { HTMLAttributes, HTMLInputTypeAttribute, ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

/** A field of a document's form as it is declared, by its name. */
export type FieldSpec = {
  /** `textarea`: room for more than one line; `hidden`: travels out of sight. */
  type: HTMLInputTypeAttribute | 'textarea'
  label: string
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  help?: string
  required?: boolean
  /** In characters. */
  minLength?: number
  /** Known already: shown and sent along, but not to be changed here. */
  readOnly?: true
}

/** A value that travels out of sight. */
export const hiddenField: FieldSpec = { type: 'hidden', label: '' }

/** The id of a field's control, after which what describes it is named; `form` is empty where the page has one form. */
export function fieldId(form: string, name: string): string {
  return form ? `${form}-${name}` : name
}

/** What every control has in common. */
export type ControlAttributes = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

type FieldProps = {
  /** Of the control. */
  id: string
  label: string
  help?: string
  /** The sentence of a refusal. */
  error?: string
  isOptional?: boolean
  /** After the label. */
  mark?: ReactNode
  className?: string
  /** The id of what describes the control besides help and sentence. */
  hint?: string
  children: (control: ControlAttributes) => ReactNode
  /** After the control. */
  below?: ReactNode
}

/** Label, help, sentence, control: in the order in which they are read, and tied to each other. */
export function Field({ id, label, help, error, isOptional, mark, className = '', hint, children, below }: FieldProps) {
  const describedBy = [help && `${id}-help`, error && `${id}-error`, hint].filter(Boolean).join(' ')
  return (
    <div className={`field ${error ? 'field-wrong' : className}`.trim()}>
      <div className="field-head">
        <label htmlFor={id}>
          {label}
          {isOptional && <span> (optional)</span>}
        </label>
        {mark}
      </div>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="warning" />
          {error}
        </p>
      )}
      <div className="field-control">
        {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      </div>
      {below}
    </div>
  )
}

type TextFieldProps = FieldSpec & { id: string; name: string; value?: string; error?: string }

/** A field of a document's form. */
export function TextField({ id, name, label, type, help, value, error, ...attributes }: TextFieldProps) {
  const Control = type === 'textarea' ? 'textarea' : 'input'
  return (
    <Field
      id={id}
      label={label}
      help={help}
      error={error}
      // Filled by the script; here from the start, so that nothing moves.
      below={attributes.autoComplete === 'new-password' && <p className="strength" role="status" />}
    >
      {(control) => (
        <>
          <Control
            {...control}
            name={name}
            {...(Control === 'input' && { type })}
            {...attributes}
            className="control"
            defaultValue={type === 'password' ? undefined : value}
          />
          {attributes.readOnly && <Icon name="lock" />}
        </>
      )}
    </Field>
  )
}
