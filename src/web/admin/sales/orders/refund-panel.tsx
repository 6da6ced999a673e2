import { dollarsAndCents } from '../../../../contract/grammar/money.ts'
import { CONFIRMATION } from '../../../../contract/grammar/refusal.ts'
import type { PaymentEvidence } from '../../../../contract/sales/payment-evidence.ts'
import { refundOrder, withdrawRefund } from '../../../../contract/sales/refunds.ts'
import type { FieldSpecs } from '../../../forms/document-form.tsx'
import { hiddenField } from '../../../forms/field.tsx'
import { type PageForm, pageForm } from '../../../forms/form-action.ts'
import { confirm } from '../../forms/confirmation.tsx'
import { lastAnswer, type Saving, SavingAnswer, SavingForm, useSaving } from '../../forms/saving.tsx'
import { TextFields } from '../../forms/text-fields.tsx'
import { Button, buttonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { Moment } from '../../shell/live.tsx'
import { SidePanel } from './side-panels.tsx'

const texts = {
  amount: {
    type: 'text',
    label: 'Amount in US dollars',
    help: 'Such as 499 or 99.50. Leave it empty to refund all that is left.',
    optional: true,
  },
  reason: { type: 'textarea', label: 'Reason', help: 'For your own records. The customer does not see it.' },
} as const
const fields = { ...texts, transactionId: hiddenField }

/** The refund forms of an order's page. */
export const refundForms: Readonly<Record<'refund' | 'withdraw', PageForm>> = {
  refund: pageForm(fields, async ({ call, params: { id = '' }, values, posted, key }) => {
    await confirm(call, posted[CONFIRMATION])
    const { amount, reason, transactionId } = values
    const body = { transactionId, reason, ...(amount.trim() && { amount: amount.trim() }) }
    return { notice: (await call(refundOrder, { params: { id }, body, key })).message }
  }),
  withdraw: pageForm({ refund: hiddenField }, async ({ call, values: { refund } }) => ({
    notice: (await call(withdrawRefund, { params: { id: refund } })).message,
  })),
}

type Refundable = PaymentEvidence['refundable'][number]
type Refund = PaymentEvidence['refunds'][number]

/** Shows the requested refunds, and a form for each payment that has money left to refund. */
export function RefundPanel({
  evidence: { refunds, refundable, isRehearsal },
  saving,
}: {
  evidence: PaymentEvidence
  saving: Saving
}) {
  if (refunds.length === 0 && refundable.length === 0) return null
  return (
    <SidePanel title="Refunds">
      {refunds.length > 0 && (
        <ul className="grid gap-4">
          {refunds.map((refund) => (
            <li key={refund._id} className="grid gap-1 border-t border-rule-light pt-3">
              <RefundText refund={refund} isRehearsal={isRehearsal} />
            </li>
          ))}
        </ul>
      )}
      {refundable.map((payment) => (
        <RefundForm key={payment.transactionId} payment={payment} isOnly={refundable.length === 1} saving={saving} />
      ))}
    </SidePanel>
  )
}

function RefundForm({
  payment: { transactionId, left, isGuided },
  isOnly,
  saving,
}: {
  payment: Refundable
  isOnly: boolean
  saving: Saving
}) {
  return (
    <details open={lastAnswer(saving)?.error !== undefined} className="disclosure print:hidden">
      <summary className={buttonClass('outline')}>
        Refund up to {dollarsAndCents(left)}
        {!isOnly && <> of payment {transactionId}</>}
      </summary>
      <SavingForm saving={saving} className="form-in-panel mt-4 grid gap-4">
        <SavingAnswer saving={saving} />
        <input type="hidden" name="transactionId" value={transactionId} />
        <TextFields saving={saving} fields={texts as FieldSpecs} />
        {isGuided && <p className="text-muted">PayPal’s form can’t refund from here. You get the steps to do it at PayPal.</p>}
        <Button type="submit" aria-disabled={saving.isBusy}>
          {saving.isBusy ? 'Asking…' : isGuided ? 'Start the refund' : 'Refund'}
        </Button>
      </SavingForm>
    </details>
  )
}

const STATES: Readonly<Record<Refund['state'], readonly [word: string, tone: 'success' | 'warning' | 'error' | 'neutral']>> = {
  asked: ['On its way', 'warning'],
  expected: ['Not made yet', 'warning'],
  unclear: ['Not confirmed', 'error'],
  confirmed: ['Refunded', 'success'],
  refused: ['Refused', 'error'],
  withdrawn: ['Withdrawn', 'neutral'],
}

function RefundText({ refund, isRehearsal }: { refund: Refund; isRehearsal: boolean }) {
  const { amount, state, reason, actor, at, refusal } = refund
  const [word, tone] = STATES[state]
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {dollarsAndCents(amount)} <Chip tone={tone}>{word}</Chip>
      </p>
      <p className="text-help text-muted wrap-anywhere">
        {reason}. By {actor}, <Moment at={at} />
      </p>
      {refusal && <p className="text-error-deep">{refusal}</p>}
      {state === 'expected' && <Steps refund={refund} isRehearsal={isRehearsal} />}
      {state === 'unclear' && <Withdraw refund={refund} label="The provider didn’t make this refund" />}
    </>
  )
}

/** Shows the steps that the owner takes at PayPal. PayPal's notice then confirms the refund. */
function Steps({ refund, isRehearsal }: { refund: Refund; isRehearsal: boolean }) {
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
          Choose “Issue refund” and enter <strong>{dollarsAndCents(amount)}</strong>.
        </li>
        <li>
          Wait for PayPal’s notice. It can take a minute. Then this refund is confirmed and gets its credit note
          {isRehearsal && ' (in a rehearsal nothing is sent)'}.
        </li>
      </ol>
      <Withdraw refund={refund} label="I won’t make this refund" />
    </div>
  )
}

/** The button that makes the money refundable again. */
function Withdraw({ refund: { _id }, label }: { refund: Refund; label: string }) {
  const saving = useSaving('withdraw')
  return (
    <SavingForm saving={saving} className="grid gap-2 print:hidden">
      <SavingAnswer saving={saving} />
      <input type="hidden" name="refund" value={_id} />
      <Button type="submit" look="outline" aria-disabled={saving.isBusy}>
        {label}
      </Button>
    </SavingForm>
  )
}
