import { useState } from 'react'
import { formatAmountWithCurrency, formatDollars } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import { closeReviewFlagEndpoint, type ReviewFlag, undoAcceptanceEndpoint } from '#contract/sales/payment-review-flags.ts'
import { buildFieldId, hiddenFieldSpec } from '#web/forms/form-field.tsx'
import type { FormFieldSpecsByName } from '#web/forms/html-form.tsx'
import { type FormSubmission, keepOwnAnswer, SubmissionError, SubmissionForm } from '../../forms/form-submission.tsx'
import { definePasswordConfirmedForm } from '../../forms/password-confirmation-field.tsx'
import { VisibleFormFields } from '../../forms/visible-form-fields.tsx'
import { type ButtonLook, getButtonClass, SubmitButton } from '../../shell/button.tsx'
import { type FlagClosingAction, flagClosingActionLabels, reviewFlagCopy } from './review-flag-copy.ts'

/** Names the form within its page. */
export const CLOSE_FLAG_FORM_NAME = 'flag'

const note = {
  note: { type: 'textarea', label: 'Note', help: 'What you found, for your records.' },
} satisfies FormFieldSpecsByName
const order = {
  orderNumber: { type: 'text', label: 'Order number', inputMode: 'numeric', autoComplete: 'off' },
} satisfies FormFieldSpecsByName
const fields = { flag: hiddenFieldSpec, action: hiddenFieldSpec, ...order, ...note }

/** The value of `action` that undoes an acceptance. */
const UNDO_ACTION = 'undo'

export const closeFlagForm = definePasswordConfirmedForm(
  fields,
  async ({ call, values: { flag = '', action = '', note = '', orderNumber = '' } }) => {
    const params = { id: flag }
    const undoAcceptance = () => call(undoAcceptanceEndpoint, { params })
    if (action === UNDO_ACTION) return undoAcceptance()
    if (!isClosingAction(action)) throw new UserError(400, 'Say what you did.', 'action')
    const body = { action, note, ...(action === 'attached' && { orderNumber: parseOrderNumber(orderNumber) }) }
    const { message } = await call(closeReviewFlagEndpoint, { params, body })
    return { notice: message, ...(action === 'accepted' && { undo: undoAcceptance }) }
  },
)

type Props = { flag: ReviewFlag; submission: FormSubmission; look?: ButtonLook }

/** Undoes the acceptance of a payment. */
export function UndoAcceptanceForm({ flag: { _id }, submission }: Props) {
  const form = `${CLOSE_FLAG_FORM_NAME}-${_id}`
  const ownSubmission = keepOwnAnswer(submission, 'flag', _id)
  return (
    <SubmissionForm submission={ownSubmission} className="grid max-w-120 gap-3 print:hidden">
      <SubmissionError submission={ownSubmission} form={form} />
      <input type="hidden" name="flag" value={_id} />
      <input type="hidden" name="action" value={UNDO_ACTION} />
      <VisibleFormFields submission={ownSubmission} fields={{}} form={form} />
      <SubmitButton isBusy={submission.isBusy} label="Undo the acceptance" look="outline" className="justify-self-start" />
    </SubmissionForm>
  )
}

/** Closes an open flag with an action and a note. An admin chooses the action: none is chosen beforehand. */
export function CloseFlagForm({ flag, submission, look = 'outline' }: Props) {
  const { _id, kind, canAccept } = flag
  const { name } = reviewFlagCopy[kind]
  const closingActions = reviewFlagCopy[kind].closingActions.filter((choice) => choice !== 'accepted' || canAccept)
  const ownSubmission = keepOwnAnswer(submission, 'flag', _id)
  const lastAnswer = ownSubmission.answer
  const [action, setAction] = useState<FlagClosingAction | undefined>(() =>
    closingActions.find((choice) => choice === lastAnswer?.values.action),
  )
  const asksOrderNumber = action === 'attached'
  const form = `${CLOSE_FLAG_FORM_NAME}-${_id}`
  return (
    <details open={lastAnswer?.error !== undefined} className="disclosure">
      <summary className={getButtonClass(look)}>
        {closingActions.includes('attached') ? 'Attach or close' : 'Close with a note'}
        <span className="sr-only">: {name}</span>
      </summary>
      <SubmissionForm submission={ownSubmission} className="form-in-panel mt-4 grid max-w-120 gap-4">
        <SubmissionError submission={ownSubmission} form={form} />
        <input type="hidden" name="flag" value={_id} />
        {closingActions.length === 1 ? (
          <input type="hidden" name="action" value={closingActions[0]} />
        ) : (
          <fieldset>
            <legend className="font-semibold">What was done</legend>
            {closingActions.map((choice) => (
              <label key={choice} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  id={buildFieldId(form, choice === closingActions[0] ? 'action' : `action-${choice}`)}
                  name="action"
                  value={choice}
                  checked={action === choice}
                  onChange={() => setAction(choice)}
                  className="size-5 accent-pine"
                />
                {flagClosingActionLabels[choice].choice}
              </label>
            ))}
          </fieldset>
        )}
        <VisibleFormFields submission={ownSubmission} fields={asksOrderNumber ? { ...order, ...note } : note} form={form} />
        <SubmitButton isBusy={submission.isBusy} label={getSubmitLabel(action, flag)} className="justify-self-start" />
      </SubmissionForm>
    </details>
  )
}

/** Names the amounts, because accepting makes the order paid: `Accept $1.00 for $1,049.00`. */
function getSubmitLabel(action: FlagClosingAction | undefined, { amount, currency, price }: ReviewFlag): string {
  if (action === 'accepted' && amount !== null && price !== null)
    return `Accept ${formatAmountWithCurrency(amount, currency)} for ${formatDollars(price)}`
  return action === 'attached' ? 'Attach and close' : 'Close'
}

function isClosingAction(action: string): action is FlagClosingAction {
  return Object.hasOwn(flagClosingActionLabels, action)
}

function parseOrderNumber(typed: string): number {
  const number = /^#?(\d{1,9})$/.exec(typed.trim())?.[1]
  if (number === undefined) throw new UserError(400, ORDER_NUMBER_MESSAGE, 'orderNumber')
  return Number(number)
}

const ORDER_NUMBER_MESSAGE = 'Enter the order number, such as 1001.'
