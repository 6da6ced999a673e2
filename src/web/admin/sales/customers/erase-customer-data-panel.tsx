import type { CustomerDetailsReply } from '../../../../contract/sales/customers.ts'
import { HiddenFields } from '../../../forms/hidden-fields.tsx'
import { SubmissionForm, SubmissionResultMessage, useFocusAfterAnswer, useFormSubmission } from '../../forms/form-submission.tsx'
import { getButtonClass, SubmitButton } from '../../shell/button.tsx'
import { TitledPanel } from '../../shell/titled-panel.tsx'

/** Deletes notes, follow-up, answers, messages and files, for a person who asks to be forgotten. Takes two presses. */
export function EraseCustomerDataPanel({ customer: { email, notes, followUp, orders } }: { customer: CustomerDetailsReply }) {
  const submission = useFormSubmission('erase')
  useFocusAfterAnswer(submission, notes)
  if (notes.length === 0 && followUp === null && orders.length === 0) return <SubmissionResultMessage submission={submission} />
  return (
    <TitledPanel title="Asked you to delete their data?" isDashed>
      <SubmissionResultMessage submission={submission} />
      <details className="disclosure print:hidden">
        <summary className={getButtonClass('outline')}>Delete notes, messages and files</summary>
        <SubmissionForm submission={submission} className="mt-3 grid gap-3">
          <p className="text-help text-muted">
            Permanently deletes every note, the follow-up date, and all answers, messages and files of their orders. Orders,
            payments and invoices stay: the law requires you to keep them.
          </p>
          <HiddenFields values={{ email }} />
          <SubmitButton
            isBusy={submission.isBusy}
            label="Yes, delete them"
            busyLabel="Deleting…"
            look="outline"
            className="justify-self-start"
          />
        </SubmissionForm>
      </details>
    </TitledPanel>
  )
}
