import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { FormButton } from '../ui/link-button.tsx'
import type { FormAnswer, Values } from './form-action.ts'
import { ErrorSummary } from './form-messages.tsx'
import { type FormFieldSpecsByName, HtmlForm, HtmlFormFields, listNonHiddenFieldNames } from './html-form.tsx'

type Props = {
  title: string
  lead: string
  fields: FormFieldSpecsByName
  submitLabel: string
  /** The button's label while the form is being sent. */
  busyLabel?: string
  /** The values before the first submission. */
  initialValues?: Values
  /** Shown above everything else, such as why the person is here. */
  notice?: ReactNode
  /** The notice says that something failed. */
  hasProblem?: boolean
  /** Shown above the heading. */
  steps?: ReactNode
  /** A first choice beside the form, which then has a heading: the button's label. */
  firstChoice?: ReactNode
  /** Shown between the last field and the button. */
  beforeSubmit?: ReactNode
  /** Shown below the form. */
  children?: ReactNode
}

/** Renders a page with one short form: error summary, fields and one button. */
export function SingleFormPage({
  title,
  lead,
  fields,
  submitLabel,
  busyLabel,
  initialValues,
  notice,
  hasProblem = false,
  steps,
  firstChoice,
  beforeSubmit,
  children,
}: Props) {
  const answer = useActionData<FormAnswer>()
  const form = (
    <>
      <HtmlForm
        fields={fields}
        answer={answer}
        initialValues={initialValues}
        busyLabel={busyLabel}
        isNativeSubmit={Object.keys(fields).length === 0}
      >
        <HtmlFormFields />
        {beforeSubmit}
        <FormButton buttonStyle={firstChoice ? 'outline' : 'filled'}>{submitLabel}</FormButton>
      </HtmlForm>
      {children}
    </>
  )
  return (
    <main id="main" tabIndex={-1} className={firstChoice ? 'container account account-wide' : 'container account'}>
      <NoindexHead title={title} hasProblem={answer?.error !== undefined || hasProblem} />
      {answer?.error ? <ErrorSummary answer={answer} names={listNonHiddenFieldNames(fields)} /> : notice}
      {steps}
      <h1 className="h1">{title}</h1>
      <p className="lead">{lead}</p>
      {firstChoice ? (
        <div className="account-choices">
          {firstChoice}
          <section aria-labelledby="second-choice">
            <h2 id="second-choice" className="h3">
              {submitLabel}
            </h2>
            {form}
          </section>
        </div>
      ) : (
        form
      )}
    </main>
  )
}
