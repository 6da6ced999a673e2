import type { MailProblem } from '../../../../contract/operations/mail-problems.ts'
import type { Column } from '../../../lists/paged-table.tsx'
import { type FormSubmission, SubmissionForm } from '../../forms/form-submission.tsx'
import { Button } from '../../shell/button.tsx'
import { DateTime } from '../../shell/date-time.tsx'

/** Which of the page's forms it is, and the field of it that says which mail is meant. */
export const RETRY_FORM = 'mail'
export const EMAIL_ID_FIELD = 'mail'

/** An undelivered mail in a table, with the way to try it again. */
export function buildUndeliveredEmailColumns(submission: FormSubmission): readonly Column<MailProblem>[] {
  return [
    {
      title: 'Recipient and subject',
      kind: 'name',
      renderCell: ({ to, subject }) => (
        <>
          {to}
          <span className="line-clamp-2 font-normal text-muted">{subject}</span>
        </>
      ),
    },
    {
      title: 'What the mail server said',
      renderCell: ({ attempts, error }) => (
        <span className="wrap-anywhere">
          {error}
          <span className="block text-muted">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        </span>
      ),
    },
    {
      title: 'Next attempt',
      renderCell: ({ nextAttemptAt }) => (nextAttemptAt === null ? 'Given up' : <DateTime at={nextAttemptAt} />),
    },
    { title: 'Try again', kind: 'act', renderCell: (email) => <RetryButton email={email} submission={submission} /> },
  ]
}

function RetryButton({ email: { _id, to, subject }, submission }: { email: MailProblem; submission: FormSubmission }) {
  return (
    <SubmissionForm submission={submission}>
      <input type="hidden" name={EMAIL_ID_FIELD} value={_id} />
      <Button type="submit" look="outline" aria-disabled={submission.isBusy} className="whitespace-nowrap">
        Try again now
        <span className="sr-only">
          {' '}
          to send “{subject}” to {to}
        </span>
      </Button>
    </SubmissionForm>
  )
}
