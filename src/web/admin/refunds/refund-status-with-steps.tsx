import { formatDollars } from '#contract/core/money.ts'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import { withdrawRefundEndpoint } from '#contract/sales/refunds.ts'
import { defineForm } from '../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../forms/form-field.tsx'
import { SubmissionError, SubmissionForm, useFormSubmission } from '../forms/form-submission.tsx'
import { Button } from '../shell/button.tsx'
import { Chip } from '../shell/chip.tsx'
import { DateTime } from '../shell/date-time.tsx'

type Refund = PaymentEvidenceReply['refunds'][number]

/** The form below a refund that wasn't made. A page names it `withdraw`. */
export const withdrawRefundForm = defineForm({ refund: hiddenFieldSpec }, ({ call, values: { refund } }) =>
  call(withdrawRefundEndpoint, { params: { id: refund } }),
)

const STATE_LABELS: Readonly<
  Record<Refund['state'], readonly [word: string, tone: 'success' | 'warning' | 'error' | 'neutral']>
> = {
  asked: ['On its way', 'warning'],
  expected: ['Not made yet', 'warning'],
  unclear: ['Not confirmed', 'error'],
  confirmed: ['Refunded', 'success'],
  refused: ['Refused', 'error'],
  withdrawn: ['Withdrawn', 'neutral'],
}

/** Shows one refund with its state, and the steps at PayPal if the owner makes it there. */
export function RefundStatusWithSteps({ refund, isRehearsal }: { refund: Refund; isRehearsal: boolean }) {
  const { amount, state, reason, actor, at, refusal } = refund
  const [stateLabel, tone] = STATE_LABELS[state]
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {formatDollars(amount)} <Chip tone={tone}>{stateLabel}</Chip>
      </p>
      <p className="text-help text-muted wrap-anywhere">
        {reason.replace(/\.$/, '')}. By {actor}, <DateTime at={at} />
      </p>
      {refusal && <p className="text-error-deep">{refusal}</p>}
      {state === 'expected' && <ManualRefundSteps refund={refund} isRehearsal={isRehearsal} />}
      {state === 'unclear' && <WithdrawRefundForm refund={refund} label="The provider didn’t make this refund" />}
    </>
  )
}

/** Shows the steps that the owner takes at PayPal. PayPal's notice then confirms the refund. */
function ManualRefundSteps({ refund, isRehearsal }: { refund: Refund; isRehearsal: boolean }) {
  const { amount, paymentTransactionId, paymentUrl } = refund
  return (
    <div className="grid gap-3 print:hidden">
      <ol className="grid list-decimal gap-1 pl-5">
        <li>
          Log in to PayPal and open the transaction{' '}
          {paymentUrl ? (
            <a href={paymentUrl} className="underline wrap-anywhere">
              {paymentTransactionId}
            </a>
          ) : (
            <strong className="wrap-anywhere">{paymentTransactionId}</strong>
          )}
          .
        </li>
        <li>
          Choose “Issue refund” and enter <strong>{formatDollars(amount)}</strong>.
        </li>
        <li>
          Wait for PayPal’s notice. It can take a minute. Then this refund is confirmed and gets its credit note
          {isRehearsal && ' (in a rehearsal, no notice comes)'}.
        </li>
      </ol>
      <WithdrawRefundForm refund={refund} label="I won’t make this refund" />
    </div>
  )
}

/** Withdraws a refund, so that its money is refundable again. */
function WithdrawRefundForm({ refund: { _id }, label }: { refund: Refund; label: string }) {
  const submission = useFormSubmission('withdraw')
  return (
    <SubmissionForm submission={submission} className="grid gap-2 print:hidden">
      <SubmissionError submission={submission} />
      <input type="hidden" name="refund" value={_id} />
      <Button type="submit" look="outline" aria-disabled={submission.isBusy}>
        {label}
      </Button>
    </SubmissionForm>
  )
}
