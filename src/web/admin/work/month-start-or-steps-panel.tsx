import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import type { OrderAccessList } from '#contract/work/access.ts'
import type { Brief } from '#contract/work/brief.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { HiddenFields, LabeledInput } from '../../forms/form-field.tsx'
import { type FormSubmission, SubmissionError, SubmissionForm, useFormSubmission } from '../forms/form-submission.tsx'
import { useBusinessTimeZone } from '../shell/admin-layout-data.ts'
import { AdminSection } from '../shell/admin-section.tsx'
import { getButtonClass, SubmitButton } from '../shell/button.tsx'
import { customerMonthFormFields, monthStartDateFormFields } from './work-forms.ts'

type Props = {
  work: OrderWork
  brief: Brief
  access: OrderAccessList
  /** The order is paid and not delivered, so its start can still move. */
  canMove: boolean
}

/** Starts the month once the access is there. Afterward, shows its five steps and a form that moves the start. */
export function MonthStartOrStepsPanel({ work: { startsOn, steps, month, isMonthOver }, brief, access, canMove }: Props) {
  const submission = useFormSubmission('start', startsOn)
  const timeZone = useBusinessTimeZone()
  const { answer } = submission
  const missingAccess = access.items.filter(({ state }) => state !== 'confirmed')
  if (startsOn !== null)
    return (
      <AdminSection headingId="month-title" heading={`Month ${month} started on ${formatCalendarDay(startsOn)}`}>
        <ol className="grid gap-2 px-4 pb-5 sm:grid-cols-5 md:px-5">
          {steps.map(({ title, to, isDone }) => (
            <li key={title} className={isDone ? 'text-pine' : ''}>
              <strong className="block font-semibold">{title}</strong>
              <span className="text-help text-muted">
                {isDone ? 'Done' : to ? `by ${formatCalendarDay(to)}` : 'Not complete yet'}
              </span>
            </li>
          ))}
        </ol>
        {canMove && !isMonthOver && (
          <p className="px-4 pb-5 text-help text-muted md:px-5">
            After the last day, the client chooses for each part that isn’t delivered: finish it now, deliver it with the next
            month, or refund its share.
          </p>
        )}
        {canMove && (
          <details className="disclosure px-4 pb-5 print:hidden md:px-5" open={answer?.error !== undefined}>
            <summary className={getButtonClass('outline')}>Move the start date</summary>
            <div className="mt-3 grid gap-3">
              <p>
                The due dates that follow from the start move with it. Dates that you chose stay. The client gets an email with
                the new start.
              </p>
              <StartForm key={startsOn} submission={submission} startsOn={startsOn} label="Move the start date" />
            </div>
          </details>
        )}
      </AdminSection>
    )
  return (
    <section aria-labelledby="month-title" className="sheet">
      <header>
        <div>
          <h2 id="month-title">Start month {month}</h2>
          <p className="text-help text-muted">
            {brief.questions.length > 0 && brief.sentAt === null
              ? 'The client hasn’t sent the answers yet. Nothing is due until you start.'
              : 'No answers are missing. Start when you have the access you need. Nothing is due until then.'}
          </p>
          {missingAccess.length > 0 && (
            <p className="wrap-anywhere">
              No access yet: {missingAccess.map(({ name }) => name).join(', ')}. You can start anyway.
            </p>
          )}
        </div>
      </header>
      <div className="px-4 pb-5 md:px-5">
        <StartForm
          submission={submission}
          startsOn={toBusinessDay(timeZone, brief.sentAt ?? Date.now())}
          label="Start the month"
        />
        <CustomerMonthForm key={month} month={month} />
      </div>
    </section>
  )
}

/** Changes which month it is for the client. Only untouched parts are replaced. */
function CustomerMonthForm({ month }: Pick<OrderWork, 'month'>) {
  const submission = useFormSubmission('month', month)
  const { answer } = submission
  return (
    <details className="disclosure mt-4 print:hidden" open={answer?.error !== undefined}>
      <summary className={getButtonClass('outline')}>Change the month</summary>
      <SubmissionForm submission={submission} className="form-in-panel mt-3 grid max-w-sm gap-3">
        <p>The parts that you haven’t touched are replaced. Everything else stays.</p>
        <SubmissionError submission={submission} />
        <LabeledInput
          {...customerMonthFormFields.month}
          id="month-month"
          name="month"
          value={answer?.values.month ?? String(month)}
          error={answer?.fields.month}
        />
        <SubmitButton isBusy={submission.isBusy} label="Change the month" busyLabel="Saving…" className="justify-self-start" />
      </SubmissionForm>
    </details>
  )
}

type StartFormProps = { submission: FormSubmission; startsOn: string; label: string }

function StartForm({ submission, startsOn, label }: StartFormProps) {
  const { answer } = submission
  const isRefused = answer?.error !== undefined
  return (
    <SubmissionForm submission={submission} className="form-in-panel grid max-w-sm gap-3">
      <SubmissionError submission={submission} />
      {isRefused && <HiddenFields values={{ confirmedStart: answer.values.startsOn ?? '' }} />}
      <LabeledInput
        {...monthStartDateFormFields.startsOn}
        id="start-startsOn"
        name="startsOn"
        value={isRefused ? answer.values.startsOn : startsOn}
        error={answer?.fields.startsOn}
      />
      <SubmitButton isBusy={submission.isBusy} label={label} busyLabel="Saving…" className="justify-self-start" />
    </SubmissionForm>
  )
}
