import { formatDollars } from '#contract/core/money.ts'
import { PASSWORD_CONFIRMATION_FIELD } from '#contract/core/user-error.ts'
import { answerStopRequestEndpoint, type OrderWork } from '#contract/work/order-work.ts'
import { HiddenFields, hiddenFieldSpec, LabeledInput } from '../../forms/form-field.tsx'
import { SubmissionError, SubmissionForm, useFormSubmission } from '../forms/form-submission.tsx'
import { definePasswordConfirmedForm, PasswordConfirmationField } from '../forms/password-confirmation-field.tsx'
import { Button } from '../shell/button.tsx'
import { TitledPanel } from '../shell/titled-panel.tsx'

const reasonField = { type: 'textarea', label: 'Your answer', help: 'The client reads it. Required to decline.' } as const

/** The pressed button sends the answer. */
export const stopRequestForm = definePasswordConfirmedForm(
  { answer: hiddenFieldSpec, amount: hiddenFieldSpec, reason: reasonField },
  ({ call, params: { id = '' }, values: { answer, amount, reason } }) => {
    const isRefund = answer === 'refunded'
    const body = { answer: isRefund ? 'refunded' : 'declined', reason, ...(isRefund && { amount }) } as const
    return call(answerStopRequestEndpoint, { params: { orderId: id }, body })
  },
)

/** Shows the team that the client asks to stop, and confirms or declines it with one press. */
export function StopRequestPanel({ work }: { work: OrderWork }) {
  const submission = useFormSubmission('stop', work)
  const { request, refund } = work.stop
  if (request === null || request.decision !== null || refund === null) return null
  const { answer } = submission
  return (
    <TitledPanel title="The client asks to stop">
      <p className="wrap-anywhere">{request.reason && `“${request.reason}”`}</p>
      <p>
        {refund.isWhole
          ? 'The client asked before the audit was delivered, so what is left of the whole price goes back.'
          : 'The shares of what isn’t delivered go back.'}{' '}
        The open parts are paused, and no reminders go out.
      </p>
      <SubmissionError submission={submission} />
      <SubmissionForm submission={submission} className="form-in-panel grid gap-3">
        <HiddenFields values={{ amount: refund.amount }} />
        <LabeledInput
          {...reasonField}
          id="stop-reason"
          name="reason"
          value={answer?.values.reason}
          error={answer?.fields.reason}
        />
        {answer && (
          <PasswordConfirmationField form="stop" submission={submission} error={answer.fields[PASSWORD_CONFIRMATION_FIELD]} />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="answer" value="refunded" look="filled" aria-disabled={submission.isBusy}>
            Stop and refund {formatDollars(refund.amount)}
          </Button>
          <Button type="submit" name="answer" value="declined" look="outline" aria-disabled={submission.isBusy}>
            Decline
          </Button>
        </div>
      </SubmissionForm>
    </TitledPanel>
  )
}
