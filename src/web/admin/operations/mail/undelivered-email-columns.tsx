import type { MailProblem } from '../../../../contract/operations/mail-problems.ts'
import type { Column } from '../../../lists/paged-table.tsx'
import { type FormSubmission, PostButton } from '../../forms/form-submission.tsx'
import { DateTime } from '../../shell/date-time.tsx'

/** The name of the form within its page, and its field with the email's id. */
export const RETRY_EMAIL_FORM_NAME = 'mail'
export const UNDELIVERED_EMAIL_ID_FIELD = 'mail'

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
      title: 'Mail server’s answer',
      renderCell: ({ attempts, error }) => (
        <span className="wrap-anywhere">
          {error}
          <span className="block text-muted">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        </span>
      ),
    },
    {
      title: 'Next attempt',
      renderCell: ({ nextAttemptAt }) => (nextAttemptAt === null ? 'We stopped trying' : <DateTime at={nextAttemptAt} />),
    },
    { title: 'Try again', kind: 'actions', renderCell: (email) => <RetryButton email={email} submission={submission} /> },
  ]
}

function RetryButton({ email: { _id, to, subject }, submission }: { email: MailProblem; submission: FormSubmission }) {
  return (
    <PostButton submission={submission} values={{ [UNDELIVERED_EMAIL_ID_FIELD]: _id }} className="whitespace-nowrap">
      Try again now
      <span className="sr-only">
        {' '}
        to send “{subject}” to {to}
      </span>
    </PostButton>
  )
}
