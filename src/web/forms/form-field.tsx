import type { HTMLAttributes, HTMLInputTypeAttribute, ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

/** The declaration of a field of a form on a page without React. */
export type FormFieldSpec = {
  /** `textarea` takes several lines, `select` one of the `options`. `hidden` sends a value without showing it. */
  type: HTMLInputTypeAttribute | 'textarea' | 'select'
  label: string
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  help?: string
  required?: boolean
  /** In characters. */
  minLength?: number
  /** Shown and sent, but not editable in this form. */
  readOnly?: true
  /** Values that the browser offers while a person types. */
  suggestions?: readonly string[]
  /** The values to choose from. None is chosen at first. */
  options?: readonly string[]
}

export const hiddenFieldSpec: FormFieldSpec = { type: 'hidden', label: '' }

/** Returns the id of a field's control. `form` is empty if the page has one form. */
export function buildFieldId(form: string, name: string): string {
  return form ? `${form}-${name}` : name
}

/** The attributes of every control. */
export type ControlAttributes = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

type FieldProps = {
  /** The control's id. */
  id: string
  label: string
  help?: string
  /** The field's error message. */
  error?: string
  isOptional?: boolean
  /** Shown after the label. */
  mark?: ReactNode
  className?: string
  /** The id of one more element that describes the control. */
  hint?: string
  children: (control: ControlAttributes) => ReactNode
  /** Shown after the control. */
  below?: ReactNode
}

/** Renders label, help, error and control in reading order, and links them with ARIA attributes. */
export function LabeledField({ id, label, help, error, isOptional, mark, className = '', hint, children, below }: FieldProps) {
  const describedBy = [help && `${id}-help`, error && `${id}-error`, hint].filter(Boolean).join(' ')
  return (
    <div className={`field ${error ? 'field-invalid' : className}`.trim()}>
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

type LabeledInputProps = FormFieldSpec & { id: string; name: string; value?: string; error?: string }

/** Renders the field's input, text area or select in a `LabeledField`. */
export function LabeledInput({
  id,
  name,
  label,
  type,
  help,
  value,
  error,
  suggestions,
  options,
  ...attributes
}: LabeledInputProps) {
  const Input = type === 'textarea' ? 'textarea' : 'input'
  return (
    <LabeledField
      id={id}
      label={label}
      help={help}
      error={error}
      // Empty until the script fills it. Its space is reserved, so that nothing moves.
      below={attributes.autoComplete === 'new-password' && <p className="strength" role="status" />}
    >
      {(control) => (
        <>
          {options ? (
            <select {...control} name={name} className="control" defaultValue={value} required={attributes.required}>
              <option value="">Choose one</option>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          ) : (
            <Input
              {...control}
              name={name}
              {...(Input === 'input' && { type })}
              {...attributes}
              list={suggestions && `${id}-suggestions`}
              className="control"
              defaultValue={type === 'password' ? undefined : value}
            />
          )}
          {suggestions && (
            <datalist id={`${id}-suggestions`}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
          {attributes.readOnly && <Icon name="lock" />}
        </>
      )}
    </LabeledField>
  )
}

export function HiddenFields({ values }: { values: Readonly<Record<string, string>> }) {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
