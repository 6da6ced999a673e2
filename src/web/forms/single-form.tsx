import type { ReactNode } from 'react'
import { UnlistedMeta } from '../layout/page-meta.tsx'
import { DocumentForm, type FieldSpecs, FormFields, namesShown } from './document-form.tsx'
import type { FormAnswer, Values } from './form-action.ts'
import { ErrorSummary } from './form-answer.tsx'

type Props = {
  title: string
  lead: string
  fields: FieldSpecs
  submit: string
  /** What the button says while the form is on its way. */
  busy?: string
  /** What the action answered, if the form came back. */
  answer: FormAnswer | undefined
  /** What stands in the fields before anything was sent. */
  initial?: Values
  /** Why the person is here, above everything else. */
  notice?: ReactNode
  /** Between the last field and the button. */
  beforeSubmit?: ReactNode
  /** Below the form. */
  children?: ReactNode
}

/** A short form on a page of its own: the summary of what is wrong, the fields, one button. */
export function SingleForm({ title, lead, fields, submit, busy, answer, initial, notice, beforeSubmit, children }: Props) {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={title} hasProblem={answer?.error !== undefined} />
      {answer?.error ? <ErrorSummary answer={answer} names={namesShown(fields)} /> : notice}
      <h1 className="h1">{title}</h1>
      <p className="lead">{lead}</p>
      <DocumentForm fields={fields} answer={answer} initial={initial} busy={busy} isPlain={Object.keys(fields).length === 0}>
        <FormFields />
        {beforeSubmit}
        <button type="submit" className="button">
          {submit}
        </button>
      </DocumentForm>
      {children}
    </main>
  )
}
