import type { ReactNode } from 'react'
import type { FormFieldSpecsByName } from '../../../forms/html-form.tsx'
import { type FormSubmission, SubmissionForm, SubmissionResultMessage } from '../../forms/form-submission.tsx'
import { VisibleFormFields } from '../../forms/visible-form-fields.tsx'
import { SubmitButton } from '../../shell/button.tsx'

type Props = {
  /** The panel's id, which links lead to. */
  id: string
  title: string
  submission: FormSubmission
  fields: FormFieldSpecsByName
  /** The button's text, before and while the form is sent. */
  button: readonly [idle: string, busy: string]
  children?: ReactNode
}

/** A titled card with one form. */
export function LaunchChecklistFormPanel({ id, title, submission, fields, button: [idle, busy], children }: Props) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="rounded-card border border-rule bg-white p-5">
      <h2 id={`${id}-title`} className="mb-3 text-heading font-semibold">
        {title}
      </h2>
      {children}
      <SubmissionForm submission={submission} className="form-in-panel grid max-w-120 gap-4">
        <SubmissionResultMessage submission={submission} />
        <VisibleFormFields submission={submission} fields={fields} />
        <SubmitButton isBusy={submission.isBusy} label={idle} busyLabel={busy} className="justify-self-start" />
      </SubmissionForm>
    </section>
  )
}
