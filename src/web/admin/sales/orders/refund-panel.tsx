import { formatDollars } from '../../../../contract/core/money.ts'
import { PASSWORD_CONFIRMATION_FIELD } from '../../../../contract/core/user-error.ts'
import type { PaymentEvidence } from '../../../../contract/sales/payment-evidence.ts'
import { refundOrderEndpoint, withdrawRefundEndpoint } from '../../../../contract/sales/refunds.ts'
import { defineForm, type FormDefinition } from '../../../forms/form-action.ts'
import { hiddenField } from '../../../forms/form-field.tsx'
import type { FieldSpecs } from '../../../forms/html-form.tsx'
import {
  type FormSubmission,
  getLastAnswer,
  SubmissionForm,
  SubmissionResult,
  useFormSubmission,
} from '../../forms/form-submission.tsx'
import { submitPasswordConfirmation } from '../../forms/password-confirmation.tsx'
import { VisibleFormFields } from '../../forms/visible-form-fields.tsx'
import { Button, getButtonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { DateTime } from '../../shell/date-time.tsx'
import { SidePanel } from '../../shell/side-panel.tsx'

const textFields = {
  amount: {
    type: 'text',
    label: 'Amount in US dollars',
    help: 'Such as 499 or 99.50. Blank = refund all that’s left.',
    optional: true,
  },
  reason: { type: 'textarea', label: 'Reason', help: 'For your records. The customer doesn’t see it.' },
} as const
const fields = { ...textFields, transactionId: hiddenField }

/** The refund forms of an order's page. */
export const refundForms: Readonly<Record<'refund' | 'withdraw', FormDefinition>> = {
  refund: defineForm(fields, async ({ call, params: { id = '' }, values, postedValues, key }) => {
    await submitPasswordConfirmation(call, postedValues[PASSWORD_CONFIRMATION_FIELD])
    const { amount, reason, transactionId } = values
    const body = { transactionId, reason, ...(amount.trim() && { amount: amount.trim() }) }
    return { notice: (await call(refundOrderEndpoint, { params: { id }, body, key })).message }
  }),
  withdraw: defineForm({ refund: hiddenField }, async ({ call, values: { refund } }) => ({
    notice: (await call(withdrawRefundEndpoint, { params: { id: refund } })).message,
  })),
}

type Refundable = PaymentEvidence['refundable'][number]
type Refund = PaymentEvidence['refunds'][number]

/** Shows the requested refunds, and a form for each payment that has money left to refund. */
export function RefundPanel({
  evidence: { refunds, refundable, isRehearsal },
  submission,
}: {
  evidence: PaymentEvidence
  submission: FormSubmission
}) {
  if (refunds.length === 0 && refundable.length === 0) return null
  return (
    <SidePanel title="Refunds">
      {refunds.length > 0 && (
        <ul className="grid gap-4">
          {refunds.map((refund) => (
            <li key={refund._id} className="grid gap-1 border-t border-rule-light pt-3">
              <RefundDetails refund={refund} isRehearsal={isRehearsal} />
            </li>
          ))}
        </ul>
      )}
      {refundable.map((payment) => (
        <RefundForm key={payment.transactionId} payment={payment} isOnly={refundable.length === 1} submission={submission} />
      ))}
    </SidePanel>
  )
}

function RefundForm({
  payment: { transactionId, left, isGuided },
  isOnly,
  submission,
}: {
  payment: Refundable
  isOnly: boolean
  submission: FormSubmission
}) {
  return (
    <details open={getLastAnswer(submission)?.error !== undefined} className="disclosure print:hidden">
      <summary className={getButtonClass('outline')}>
        Refund up to {formatDollars(left)}
        {!isOnly && <> of payment {transactionId}</>}
      </summary>
      <SubmissionForm submission={submission} className="form-in-panel mt-4 grid gap-4">
        <SubmissionResult submission={submission} />
        <input type="hidden" name="transactionId" value={transactionId} />
        <VisibleFormFields submission={submission} fields={textFields as FieldSpecs} />
        {isGuided && <p className="text-muted">PayPal’s form can’t refund from here. You get the steps to do it at PayPal.</p>}
        <Button type="submit" aria-disabled={submission.isBusy}>
          {submission.isBusy ? 'Asking…' : isGuided ? 'Start the refund' : 'Refund'}
        </Button>
      </SubmissionForm>
    </details>
  )
}

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
export function RefundDetails({ refund, isRehearsal }: { refund: Refund; isRehearsal: boolean }) {
  const { amount, state, reason, actor, at, refusal } = refund
  const [stateLabel, tone] = STATE_LABELS[state]
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {formatDollars(amount)} <Chip tone={tone}>{stateLabel}</Chip>
      </p>
      <p className="text-help text-muted wrap-anywhere">
        {reason}. By {actor}, <DateTime at={at} />
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
          {isRehearsal && ' (in a rehearsal nothing is sent)'}.
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
      <SubmissionResult submission={submission} />
      <input type="hidden" name="refund" value={_id} />
      <Button type="submit" look="outline" aria-disabled={submission.isBusy}>
        {label}
      </Button>
    </SubmissionForm>
  )
}
