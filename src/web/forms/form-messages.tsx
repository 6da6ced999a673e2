import type { MouseEvent } from 'react'
import type { FormAnswer } from './form-action.ts'
import { buildFieldId } from './form-field.tsx'

type Props = {
  answer: Pick<FormAnswer, 'form' | 'error' | 'fields'>
  /** The page's fields in order. */
  names: readonly string[]
}

/**
 * Lists the errors of a form with links to their fields. It takes the focus (P-170).
 * Corrected fields leave the list: `enhance/enhance-forms.ts` removes them on pages without React.
 */
export function ErrorSummary({ answer: { form, error, fields }, names }: Props) {
  const id = buildFieldId(form, 'problem')
  const hiddenFieldNames = Object.keys(fields).filter((name) => !names.includes(name))
  const invalidFieldNames = [...names.filter((name) => fields[name]), ...hiddenFieldNames]
  return (
    // biome-ignore lint/a11y/noAutofocus: screen readers must announce the errors first
    <div className="problem-summary" role="alert" tabIndex={-1} autoFocus aria-labelledby={id}>
      <h2 id={id}>There is a problem</h2>
      {invalidFieldNames.length === 0 && <p>{error}</p>}
      {invalidFieldNames.map((name) => (
        <p key={name}>
          {names.includes(name) ? (
            <a href={`#${buildFieldId(form, name)}`} onClick={focusLinkedField}>
              {fields[name]}
            </a>
          ) : (
            fields[name]
          )}
        </p>
      ))}
    </div>
  )
}

/** Focuses the field of an error link. Stops the click, because a router would treat the fragment as a navigation. */
export function focusLinkedField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}

/** Shows the server's success message. */
export function SuccessNotice({ notice }: { notice: string | undefined }) {
  if (!notice) return null
  return (
    <p role="status" className="success-notice">
      {notice}
    </p>
  )
}
