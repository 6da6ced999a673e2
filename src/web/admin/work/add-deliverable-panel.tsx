import { SubmissionForm, SubmissionResultMessage, useFormSubmission } from '../forms/form-submission.tsx'
import { VisibleFormFields } from '../forms/visible-form-fields.tsx'
import { getButtonClass, SubmitButton } from '../shell/button.tsx'
import { deliverableFormFields } from './work-forms.ts'

/** Adds something that the package didn't promise. */
export function AddDeliverablePanel() {
  const submission = useFormSubmission('add')
  return (
    <details className="disclosure">
      <summary className={getButtonClass('outline')}>Add a deliverable</summary>
      <SubmissionForm submission={submission} className="sheet form-in-panel mt-3 grid gap-3 p-4 md:p-5">
        <SubmissionResultMessage submission={submission} />
        <VisibleFormFields submission={submission} fields={deliverableFormFields} />
        <SubmitButton isBusy={submission.isBusy} label="Add deliverable" busyLabel="Adding…" className="justify-self-start" />
      </SubmissionForm>
    </details>
  )
}
