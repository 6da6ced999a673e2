import type { ReactNode } from 'react'
import { NoindexMeta } from '../layout/noindex-meta.tsx'
import type { FormAnswer, Values } from './form-action.ts'
import { ErrorSummary } from './form-messages.tsx'
import { type FieldSpecs, FormFields, getVisibleFieldNames, HtmlForm } from './html-form.tsx'

type Props = {
  title: string
  lead: string
  fields: FieldSpecs
  submitLabel: string
  /** What the button says while the form is on its way. */
  busyLabel?: string
  /** What the action answered, if the form came back. */
  answer: FormAnswer | undefined
  /** What stands in the fields before anything was sent. */
  initialValues?: Values
  /** Why the person is here, above everything else. */
  notice?: ReactNode
  /** Between the last field and the button. */
  beforeSubmit?: ReactNode
  /** Below the form. */
  children?: ReactNode
}

/** A short form on a page of its own: the summary of what is wrong, the fields, one button. */
export function SingleFormPage({
  title,
  lead,
  fields,
  submitLabel,
  busyLabel,
  answer,
  initialValues,
  notice,
  beforeSubmit,
  children,
}: Props) {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <NoindexMeta title={title} hasProblem={answer?.error !== undefined} />
      {answer?.error ? <ErrorSummary answer={answer} names={getVisibleFieldNames(fields)} /> : notice}
      <h1 className="h1">{title}</h1>
      <p className="lead">{lead}</p>
      <HtmlForm
        fields={fields}
        answer={answer}
        initialValues={initialValues}
        busyLabel={busyLabel}
        isNativeSubmit={Object.keys(fields).length === 0}
      >
        <FormFields />
        {beforeSubmit}
        <button type="submit" className="button">
          {submitLabel}
        </button>
      </HtmlForm>
      {children}
    </main>
  )
}
