import type { MailProblem } from '../../../../contract/operations/mail-problems.ts'
import type { Column } from '../../../lists/paged-table.tsx'
import { type Saving, SavingForm } from '../../forms/saving.tsx'
import { Button } from '../../shell/button.tsx'
import { Moment } from '../../shell/live.tsx'

/** Which of the page's forms it is, and the field of it that says which mail is meant. */
export const FORM = 'mail'
export const MAIL = 'mail'

/** An undelivered mail in a table, with the way to try it again. */
export function columnsFor(saving: Saving): readonly Column<MailProblem>[] {
  return [
    {
      head: 'Recipient and subject',
      kind: 'name',
      cell: ({ to, subject }) => (
        <>
          {to}
          <span className="line-clamp-2 font-normal text-muted">{subject}</span>
        </>
      ),
    },
    {
      head: 'What the mail server said',
      cell: ({ attempts, error }) => (
        <span className="wrap-anywhere">
          {error}
          <span className="block text-muted">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        </span>
      ),
    },
    { head: 'Next attempt', cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? 'Given up' : <Moment at={nextAttemptAt} />) },
    { head: 'Try again', kind: 'act', cell: (mail) => <Retry mail={mail} saving={saving} /> },
  ]
}

function Retry({ mail: { _id, to, subject }, saving }: { mail: MailProblem; saving: Saving }) {
  return (
    <SavingForm saving={saving}>
      <input type="hidden" name={MAIL} value={_id} />
      <Button type="submit" look="outline" aria-disabled={saving.isBusy} className="whitespace-nowrap">
        Try again now
        <span className="sr-only">
          {' '}
          to send “{subject}” to {to}
        </span>
      </Button>
    </SavingForm>
  )
}
