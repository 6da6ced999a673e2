import type { Brief } from '#contract/work/brief.ts'
import { SubmissionError, SubmissionForm, useFormSubmission } from '../forms/form-submission.tsx'
import { VisibleFormFields } from '../forms/visible-form-fields.tsx'
import { getButtonClass, SubmitButton } from '../shell/button.tsx'
import { DateTime } from '../shell/date-time.tsx'
import { TitledPanel } from '../shell/titled-panel.tsx'
import { reopenBriefFormFields } from './work-forms.ts'

/** Shows the client's answers, sent or not, and lets the team ask for a correction. */
export function BriefPanel({ brief: { questions, sentAt, reopenedReason } }: { brief: Brief }) {
  const submission = useFormSubmission('reopen', sentAt)
  const answered = questions.filter(({ answer }) => answer.trim() !== '')
  return (
    <TitledPanel title="Client answers">
      <p className="text-help text-muted">
        {questions.length === 0 ? (
          'This order has no questions.'
        ) : sentAt === null ? (
          `Not sent yet: ${answered.length} of ${questions.length} answered.`
        ) : (
          <>
            Sent <DateTime at={sentAt} />
          </>
        )}
        {reopenedReason && ` Reopened: ${reopenedReason}`}
      </p>
      <SubmissionError submission={submission} />
      <dl className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
        {answered.map(({ id, question, answer }) => (
          <div key={id} className="border-t border-rule-light pt-3">
            <dt className="text-help text-muted">{question}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{answer}</dd>
          </div>
        ))}
      </dl>
      {sentAt !== null && (
        <details className="disclosure print:hidden">
          <summary className={getButtonClass('outline')}>Ask for a correction</summary>
          <SubmissionForm submission={submission} className="form-in-panel mt-3 grid gap-3">
            <VisibleFormFields submission={submission} fields={reopenBriefFormFields} />
            <SubmitButton isBusy={submission.isBusy} label="Let the client change the answers" look="outline" />
          </SubmissionForm>
        </details>
      )}
    </TitledPanel>
  )
}
