import { Link } from 'react-router'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { formatDecimalAmount, formatDollars, parseCents } from '#contract/core/money.ts'
import { PASSWORD_CONFIRMATION_FIELD } from '#contract/core/user-error.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import { type DeliverableChoiceData, describeChoice, outcomeOfChoice } from '#contract/work/deliverable-choice.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import {
  type Deliverable,
  decideDeliverableOutcomeEndpoint,
  deliverableOutcomeKinds,
  updateDeliverableEndpoint,
} from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { cancelOpenDeliverablesEndpoint } from '#contract/work/order-work.ts'
import { isStopAsked } from '#contract/work/stop-request.ts'
import { defineForm, type FormAnswer } from '../../forms/form-action.ts'
import { buildFieldId, HiddenFields, hiddenFieldSpec, LabeledInput } from '../../forms/form-field.tsx'
import { buildAdminDeliverablePath } from '../admin-paths.ts'
import { type FormSubmission, PostButton, SubmissionError, SubmissionForm, useFormSubmission } from '../forms/form-submission.tsx'
import { definePasswordConfirmedForm, PasswordConfirmationField } from '../forms/password-confirmation-field.tsx'
import { RefundStatusWithSteps } from '../refunds/refund-status-with-steps.tsx'
import { Button, getButtonClass } from '../shell/button.tsx'
import { TitledPanel } from '../shell/titled-panel.tsx'
import { deliverableStepFormFields } from './work-forms.ts'

const newDateField = { type: 'date', label: 'New date', autoComplete: 'off' } as const

/** The forms about what the month didn't deliver. The pressed button sends the outcome. */
export const deliverableOutcomeForms = {
  outcome: definePasswordConfirmedForm(
    {
      id: hiddenFieldSpec,
      _version: hiddenFieldSpec,
      amount: hiddenFieldSpec,
      outcome: hiddenFieldSpec,
      reason: deliverableStepFormFields.reason,
    },
    async ({ call, values: { id, _version, amount, outcome, reason } }) => {
      const kind = deliverableOutcomeKinds.find((one) => one === outcome) ?? 'carried'
      const body = { outcome: kind, reason, _version: Number(_version), ...(kind === 'refunded' && { amount }) }
      return call(decideDeliverableOutcomeEndpoint, { params: { id }, body })
    },
  ),
  /** Sets a new date for a part that the client wants finished. One that was given up is resumed. */
  finish: defineForm(
    { id: hiddenFieldSpec, _version: hiddenFieldSpec, state: hiddenFieldSpec, dueOn: newDateField },
    ({ call, values: { id, _version, state, dueOn } }) => {
      const resumed =
        state === 'not delivered' ? ({ state: 'in progress', reason: 'The client wants it finished.' } as const) : {}
      return call(updateDeliverableEndpoint, { params: { id }, body: { dueOn, _version: Number(_version), ...resumed } })
    },
  ),
  cancelOpen: defineForm({}, ({ call, params: { id = '' } }) =>
    call(cancelOpenDeliverablesEndpoint, { params: { orderId: id } }),
  ),
}

type Props = { order: Order; work: OrderWork; evidence: PaymentEvidenceReply | undefined }

/** Decides about each part that the month didn't deliver, and cancels the open parts after a full refund. */
export function DeliverableOutcomePanel({ order, work, evidence }: Props) {
  const submission = useFormSubmission('outcome', work)
  const open = work.deliverables.filter(({ state }) => isOpenDeliverableState(state))
  const undecided = work.deliverables.filter(({ state, outcome }) => state === 'not delivered' && outcome === null)
  if (order.paymentStatus === 'Cancelled') return open.length > 0 ? <PaidBackPanel count={open.length} /> : null
  if (!work.isMonthOver) return null
  const openRefunds = (evidence?.refunds ?? []).filter(({ state }) => state !== 'confirmed' && state !== 'withdrawn')
  return (
    <>
      {!isStopAsked(work.stop) && open.length + undecided.length > 0 && (
        <TitledPanel title="The month is over">
          <p>
            Deliver the rest. For each other part, the client chooses, and you carry it out. You can also decide yourself, with a
            reason that the client reads. {evidence && describeRefund(evidence)}
          </p>
          <SubmissionError submission={submission} form={submission.answer?.values.id ?? ''} />
          <ul className="grid gap-3">
            {[...open, ...undecided].map((deliverable) => (
              <li
                key={`${deliverable._id} ${deliverable._version}`}
                className="flex flex-wrap items-start justify-between gap-3 border-t border-rule-light pt-3"
              >
                <Undecided order={order} deliverable={deliverable} submission={submission} />
              </li>
            ))}
          </ul>
        </TitledPanel>
      )}
      {openRefunds.length > 0 && (
        <TitledPanel title="Refunds to finish">
          <ul className="grid gap-4">
            {openRefunds.map((refund) => (
              <li key={refund._id} className="grid gap-1 border-t border-rule-light pt-3">
                <RefundStatusWithSteps refund={refund} isRehearsal={evidence?.isRehearsal ?? false} />
              </li>
            ))}
          </ul>
        </TitledPanel>
      )}
    </>
  )
}

function describeRefund({ refundable, canTakeBack }: PaymentEvidenceReply): string {
  const [payment] = refundable
  if (payment)
    return payment.isGuided
      ? 'You make a refund at PayPal: the steps show here after you choose it, and PayPal’s notice confirms it.'
      : 'We ask the payment provider for the refund.'
  return canTakeBack
    ? 'This order was paid by hand. Send the money back the way it came, then choose the refund. It counts right away.'
    : 'There’s nothing left to refund.'
}

type UndecidedProps = { order: Order; deliverable: Deliverable; submission: FormSubmission }

function Undecided({ order, deliverable, submission }: UndecidedProps) {
  const { _id, title, state, reason } = deliverable
  const lastAnswer = submission.answer
  const answer = lastAnswer?.values.id === _id ? lastAnswer : undefined
  return (
    <>
      <p className="min-w-0 flex-[1_1_14rem]">
        <Link to={buildAdminDeliverablePath(order._id, _id)} className="font-semibold underline wrap-anywhere">
          {title}
        </Link>
        <span className="block text-help text-muted wrap-anywhere">
          {describeShare(deliverable)}
          {state === 'not delivered' && ` Not delivered: ${reason}`}
          {deliverable.choice && (
            <strong className="block font-semibold text-ink">{describeClientChoice(deliverable.choice)}</strong>
          )}
        </span>
      </p>
      <CarryOutChoice deliverable={deliverable} submission={submission} />
      <details className="disclosure open:w-full" open={answer?.error !== undefined}>
        <summary className={getButtonClass('outline')}>
          Decide<span className="sr-only">: {title}</span>
        </summary>
        <OutcomeForm deliverable={deliverable} submission={submission} answer={answer} />
      </details>
    </>
  )
}

function describeClientChoice({ state, kind, share, by, missedOn, chooseBy }: DeliverableChoiceData): string {
  if (state === 'scheduled' && kind === null) return 'It has a new date.'
  const until = chooseBy === null ? '' : ` The last day to choose is ${formatCalendarDay(chooseBy)}.`
  if (kind === null) return `The client hasn’t chosen yet. The date was ${formatCalendarDay(missedOn)}.${until}`
  const who = by === 'client' ? 'The client chose' : 'The client didn’t answer in time'
  return `${who}: ${describeChoice(kind, share)}.${state === 'scheduled' ? ' It has a new date.' : ''}`
}

/** Carries out the client's choice with one press. */
function CarryOutChoice({ deliverable, submission }: Omit<UndecidedProps, 'order'>) {
  const { _id, _version, title, state, choice } = deliverable
  const amount = getRefundAmount(deliverable)
  const finishing = useFormSubmission('finish', deliverable)
  if (choice?.state !== 'chosen' || choice.kind === null) return null
  if (choice.kind === 'finish')
    return (
      <SubmissionForm submission={finishing} className="flex flex-wrap items-end gap-3">
        <SubmissionError submission={finishing} />
        <HiddenFields values={{ id: _id, _version: String(_version), state }} />
        <LabeledInput {...newDateField} id={buildFieldId(_id, 'dueOn')} name="dueOn" />
        <Button type="submit" look="filled" aria-disabled={finishing.isBusy}>
          Set the date<span className="sr-only">: {title}</span>
        </Button>
      </SubmissionForm>
    )
  return (
    <SubmissionForm submission={submission}>
      <HiddenFields values={{ id: _id, _version: String(_version), amount, reason: '' }} />
      <Button type="submit" name="outcome" value={outcomeOfChoice[choice.kind]} look="filled" aria-disabled={submission.isBusy}>
        {choice.kind === 'carry' ? 'Carry it over' : `Refund ${formatDollars(amount)}`}
        <span className="sr-only">: {title}</span>
      </Button>
    </SubmissionForm>
  )
}

/** Returns what a refund pays back: the share, and what earlier orders were paid for what joined the part. */
function getRefundAmount({ share = '0.00', carriedShares = [] }: Deliverable): string {
  const amounts = [share, ...carriedShares.map(({ amount }) => amount)]
  return formatDecimalAmount(amounts.reduce((sum, amount) => sum + (parseCents(amount) ?? 0), 0))
}

function describeShare({ share = '0.00', carriedFrom, carriedShares = [] }: Deliverable): string {
  const carried = carriedShares.map(
    ({ orderNumber, amount }) =>
      ` Order ${orderNumber} was paid ${formatDollars(amount)} for what it carried over. A refund makes that one in order ${orderNumber}, too.`,
  )
  if (Number(share) > 0) return `Its share of the price is ${formatDollars(share)}.${carried.join('')}`
  return carriedFrom
    ? `Order ${carriedFrom.number} paid for it, so there is no share to refund here.`
    : 'It has no share of the price.'
}

type OutcomeFormProps = Omit<UndecidedProps, 'order'> & { answer: FormAnswer | undefined }

function OutcomeForm({ deliverable, submission, answer }: OutcomeFormProps) {
  const { _id, _version, share } = deliverable
  const amount = getRefundAmount(deliverable)
  return (
    <SubmissionForm submission={submission} className="form-in-panel mt-3 grid gap-3">
      <HiddenFields values={{ id: _id, _version: String(_version), amount }} />
      <LabeledInput
        {...deliverableStepFormFields.reason}
        id={buildFieldId(_id, 'reason')}
        name="reason"
        value={answer?.values.reason}
        error={answer?.fields.reason}
      />
      {answer && (
        <PasswordConfirmationField form={_id} submission={submission} error={answer.fields[PASSWORD_CONFIRMATION_FIELD]} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="outcome" value="carried" look="outline" aria-disabled={submission.isBusy}>
          Deliver it in the next order, free
        </Button>
        {Number(share) > 0 && (
          <Button type="submit" name="outcome" value="refunded" look="outline" aria-disabled={submission.isBusy}>
            Refund {formatDollars(amount)}
          </Button>
        )}
      </div>
    </SubmissionForm>
  )
}

function PaidBackPanel({ count }: { count: number }) {
  const submission = useFormSubmission('cancelOpen')
  const parts = count === 1 ? 'part' : `${count} parts`
  return (
    <TitledPanel title="The payment was returned in full">
      <p>
        {count === 1 ? 'One part of this order is' : `${count} parts of this order are`} still open. Stop the work on{' '}
        {count === 1 ? 'it' : 'them'}. If the client may pay again, wait.
      </p>
      <SubmissionError submission={submission} />
      <PostButton submission={submission} busyLabel="Canceling…" look="filled">
        Cancel the open {parts}
      </PostButton>
    </TitledPanel>
  )
}
