import { toBusinessDay } from '../../../contract/core/business-days-and-months.ts'
import { formatCalendarDay } from '../../../contract/core/format-dates-and-times.ts'
import type { Brief } from '../../../contract/work/brief.ts'
import type { OrderWork } from '../../../contract/work/order-work.ts'
import { LabeledInput } from '../../forms/form-field.tsx'
import { useBusinessFacts } from '../../layout/use-site-frame-content.ts'
import {
  getLastFormAnswer,
  SubmissionForm,
  SubmissionResultMessage,
  useFocusAfterAnswer,
  useFormSubmission,
} from '../forms/form-submission.tsx'
import { SubmitButton } from '../shell/button.tsx'
import { monthStartDateFormFields } from './work-forms.ts'

/** Starts the month once the access is there, and shows its five steps afterward. */
export function MonthStartOrStepsPanel({ work: { startsOn, steps }, brief }: { work: OrderWork; brief: Brief }) {
  const submission = useFormSubmission('start')
  useFocusAfterAnswer(submission, startsOn)
  const { timeZone } = useBusinessFacts()
  const answer = getLastFormAnswer(submission)
  if (startsOn !== null)
    return (
      <section aria-labelledby="month-title" className="sheet">
        <header>
          <h2 id="month-title">The month started on {formatCalendarDay(startsOn)}</h2>
        </header>
        <ol className="grid gap-2 px-4 pb-5 sm:grid-cols-5 md:px-5">
          {steps.map(({ title, to, isDone }) => (
            <li key={title} className={isDone ? 'text-pine' : ''}>
              <strong className="block font-semibold">
                {title}
                {isDone && <span className="sr-only"> (done)</span>}
              </strong>
              <span className="text-help text-muted">{to && `by ${formatCalendarDay(to)}`}</span>
            </li>
          ))}
        </ol>
      </section>
    )
  return (
    <section aria-labelledby="month-title" className="sheet">
      <header>
        <div>
          <h2 id="month-title">Start the month</h2>
          <p className="text-help text-muted">
            {brief.sentAt === null
              ? 'The client hasn’t sent the answers yet. Nothing is due until you start.'
              : 'The answers are here. Start when you have the access you need. Nothing is due until then.'}
          </p>
        </div>
      </header>
      <div className="px-4 pb-5 md:px-5">
        <SubmissionForm submission={submission} className="form-in-panel grid max-w-sm gap-3">
          <SubmissionResultMessage submission={submission} />
          <LabeledInput
            {...monthStartDateFormFields.startsOn}
            id="start-startsOn"
            name="startsOn"
            value={answer?.values.startsOn ?? toBusinessDay(timeZone, brief.sentAt ?? Date.now())}
            error={answer?.fields.startsOn}
          />
          <SubmitButton isBusy={submission.isBusy} label="Start the month" busyLabel="Starting…" className="justify-self-start" />
        </SubmissionForm>
      </div>
    </section>
  )
}
