import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { FormButton } from '../ui/link-button.tsx'
import type { FormAnswer, Values } from './form-action.ts'
import { ErrorSummary } from './form-messages.tsx'
import { type FormFieldSpecsByName, HtmlForm, HtmlFormFields, listNonHiddenFieldNames } from './html-form.tsx'

type Props = {
  /** The form's name, on a page with a choice of forms. */
  name?: string
  /** The path to post to. A script may show the form on the page of the other choice. */
  action?: string
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
  /** A choice before or after the form, which then has a heading: the button's label. */
  firstChoice?: ReactNode
  secondChoice?: ReactNode
  /** Shown between the last field and the button. */
  beforeSubmit?: ReactNode
  /** Shown below the form. */
  children?: ReactNode
}

/** Renders a page with one short form: error summary, fields and one button. */
export function SingleFormPage({
  name,
  action,
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
  secondChoice,
  beforeSubmit,
  children,
}: Props) {
  const answer = useActionData<FormAnswer>()
  const form = (
    <>
      <HtmlForm
        name={name}
        action={action}
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
  const hasChoice = firstChoice || secondChoice
  return (
    <main id="main" tabIndex={-1} className={hasChoice ? 'container account account-wide' : 'container account'}>
      <NoindexHead title={title} hasProblem={answer?.error !== undefined || hasProblem} />
      {answer?.error ? <ErrorSummary answer={answer} names={listNonHiddenFieldNames(fields)} /> : notice}
      {steps}
      <h1 className="h1">{title}</h1>
      <p className="lead">{lead}</p>
      {hasChoice ? (
        <div className="account-choices">
          {firstChoice}
          <section aria-labelledby="form-heading">
            <h2 id="form-heading" className="h3">
              {submitLabel}
            </h2>
            {form}
          </section>
          {secondChoice}
        </div>
      ) : (
        form
      )}
    </main>
  )
}
