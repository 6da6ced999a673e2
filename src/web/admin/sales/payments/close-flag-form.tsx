import { useState } from 'react'
import { UserError } from '../../../../contract/core/user-error.ts'
import { closeReviewFlagEndpoint, type ReviewFlag } from '../../../../contract/sales/payment-review-flags.ts'
import { defineForm } from '../../../forms/form-action.ts'
import { buildFieldId, hiddenFieldSpec } from '../../../forms/form-field.tsx'
import type { FormFieldSpecsByName } from '../../../forms/html-form.tsx'
import { type FormSubmission, SubmissionForm, SubmissionResultMessage } from '../../forms/form-submission.tsx'
import { VisibleFormFields } from '../../forms/visible-form-fields.tsx'
import { type ButtonLook, getButtonClass, SubmitButton } from '../../shell/button.tsx'
import { useIsHydrated } from '../../shell/use-is-hydrated.ts'
import { type FlagClosingAction, flagClosingActionLabels, reviewFlagCopy } from './review-flag-texts-and-closing-actions.ts'

/** Names the form within its page. */
export const CLOSE_FLAG_FORM_NAME = 'flag'

const note = {
  note: { type: 'textarea', label: 'Note', help: 'What you found, for your records.' },
} satisfies FormFieldSpecsByName
const order = {
  orderNumber: { type: 'text', label: 'Order number', inputMode: 'numeric', autoComplete: 'off' },
} satisfies FormFieldSpecsByName
const fields = { flag: hiddenFieldSpec, action: hiddenFieldSpec, ...order, ...note }

export const closeFlagForm = defineForm(
  fields,
  async ({ call, values: { flag = '', action = '', note = '', orderNumber = '' } }) => {
    if (!isClosingAction(action)) throw new UserError(400, 'Say what you did.', 'action')
    const body = { action, note, ...(action === 'attached' && { orderNumber: parseOrderNumber(orderNumber) }) }
    return { notice: (await call(closeReviewFlagEndpoint, { params: { id: flag }, body })).message }
  },
)

type Props = { flag: ReviewFlag; submission: FormSubmission; look?: ButtonLook }

/** Closes an open flag with an action and a note. */
export function CloseFlagForm({ flag: { _id, kind, canAccept }, submission, look = 'outline' }: Props) {
  const { name } = reviewFlagCopy[kind]
  const closingActions = reviewFlagCopy[kind].closingActions.filter((choice) => choice !== 'accepted' || canAccept)
  // All flags of the page share one submission, so an answer may belong to another flag.
  const ownSubmission =
    submission.answer?.values.flag === _id
      ? submission
      : { ...submission, fetchedAnswer: undefined, postedAnswer: undefined, answer: undefined }
  const lastAnswer = ownSubmission.answer
  const [action, setAction] = useState<FlagClosingAction>(
    () => closingActions.find((choice) => choice === lastAnswer?.values.action) ?? closingActions[0] ?? 'dismissed',
  )
  const isHydrated = useIsHydrated()
  const asksOrderNumber = closingActions.includes('attached') && (action === 'attached' || !isHydrated)
  const form = `${CLOSE_FLAG_FORM_NAME}-${_id}`
  return (
    <details open={lastAnswer?.error !== undefined} className="disclosure">
      <summary className={getButtonClass(look)}>
        {closingActions.includes('attached') ? 'Attach or close' : 'Close with a note'}
        <span className="sr-only">: {name}</span>
      </summary>
      <SubmissionForm submission={ownSubmission} className="form-in-panel mt-4 grid max-w-120 gap-4">
        <SubmissionResultMessage submission={ownSubmission} form={form} />
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
        <SubmitButton
          isBusy={submission.isBusy}
          label={action === 'attached' ? 'Attach and close' : 'Close'}
          className="justify-self-start"
        />
      </SubmissionForm>
    </details>
  )
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
