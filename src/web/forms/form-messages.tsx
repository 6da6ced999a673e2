import type { MouseEvent } from 'react'
import type { FormAnswer } from './form-action.ts'
import { fieldId } from './form-field.tsx'

type Props = {
  answer: Pick<FormAnswer, 'form' | 'error' | 'fields'>
  /** The fields on this page, in their order. */
  names: readonly string[]
}

/**
 * Why a form was refused: has the focus when the page comes back, and leads to each field at fault. What was
 * put right is taken out of it: by the script of documents (`enhance/enhance-forms.ts`), elsewhere by rendering it anew.
 */
export function ErrorSummary({ answer: { form, error, fields }, names }: Props) {
  const id = fieldId(form, 'problem')
  const hiddenFieldNames = Object.keys(fields).filter((name) => !names.includes(name))
  const invalidFieldNames = [...names.filter((name) => fields[name]), ...hiddenFieldNames]
  return (
    // biome-ignore lint/a11y/noAutofocus: the page has come back with a refusal, which has to be heard first
    <div className="problem-summary" role="alert" tabIndex={-1} autoFocus aria-labelledby={id}>
      <h2 id={id}>There is a problem</h2>
      {invalidFieldNames.length === 0 && <p>{error}</p>}
      {invalidFieldNames.map((name) => (
        <p key={name}>
          {names.includes(name) ? (
            <a href={`#${fieldId(form, name)}`} onClick={focusLinkedField}>
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

/** Where a router runs, it would take the fragment for a move; documents go there by themselves. */
export function focusLinkedField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}

/** What was done, as the server says it. */
export function SuccessNotice({ notice }: { notice: string | undefined }) {
  if (!notice) return null
  return (
    <p role="status" className="good-news">
      {notice}
    </p>
  )
}
