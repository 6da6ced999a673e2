import { useState } from 'react'
import { UserError } from '../../../../contract/core/user-error.ts'
import { closeReviewFlag, type ReviewFlag } from '../../../../contract/sales/payment-evidence.ts'
import { defineForm } from '../../../forms/form-action.ts'
import { fieldId, hiddenField } from '../../../forms/form-field.tsx'
import type { FieldSpecs } from '../../../forms/html-form.tsx'
import { type FormSubmission, getLastAnswer, SubmissionForm, SubmissionResult } from '../../forms/form-submission.tsx'
import { TextFields } from '../../forms/text-fields.tsx'
import { Button, type ButtonLook, buttonClass } from '../../shell/button.tsx'
import { useIsHydrated } from '../../shell/use-is-hydrated.ts'
import { type ClosingAction, closingActionCopy, reviewFlagCopy } from './review-flag-copy.ts'

/** Which of a page's forms it is. */
export const CLOSE_FLAG_FORM = 'flag'

const note = {
  note: { type: 'textarea', label: 'Note', help: 'What you found, for whoever looks at it later.' },
} satisfies FieldSpecs
const order = {
  orderNumber: { type: 'text', label: 'Order number', inputMode: 'numeric', autoComplete: 'off' },
} satisfies FieldSpecs
const fields = { flag: hiddenField, action: hiddenField, ...order, ...note }

/** Closes a flag as its form says. */
export const closeFlagForm = defineForm(
  fields,
  async ({ call, values: { flag = '', action = '', note = '', orderNumber = '' } }) => {
    if (!isClosingAction(action))
      throw new UserError(400, 'Say what was done about it.', { action: 'Say what was done about it.' })
    const body = { action, note, ...(action === 'attached' && { orderNumber: parseOrderNumber(orderNumber) }) }
    return { notice: (await call(closeReviewFlag, { params: { id: flag }, body })).message }
  },
)

type Props = { flag: ReviewFlag; submission: FormSubmission; look?: ButtonLook }

/** The one thing to do about an open flag: to say how it ended, and why. */
export function CloseFlagForm({ flag: { _id, kind, canAccept }, submission, look = 'outline' }: Props) {
  const { name } = reviewFlagCopy[kind]
  const closingActions = reviewFlagCopy[kind].closingActions.filter((end) => end !== 'accepted' || canAccept)
  // One way to the action for all of the page's flags: an answer is for one of them.
  const ownSubmission =
    getLastAnswer(submission)?.values.flag === _id
      ? submission
      : { ...submission, fetchedAnswer: undefined, postedAnswer: undefined }
  const lastSubmission = getLastAnswer(ownSubmission)
  const [action, setAction] = useState<ClosingAction>(
    () => closingActions.find((end) => end === lastSubmission?.values.action) ?? closingActions[0] ?? 'dismissed',
  )
  const isLive = useIsHydrated()
  const asksOrder = closingActions.includes('attached') && (action === 'attached' || !isLive)
  const form = `${CLOSE_FLAG_FORM}-${_id}`
  return (
    <details open={lastSubmission?.error !== undefined} className="disclosure">
      <summary className={buttonClass(look)}>
        {closingActions.includes('attached') ? 'Attach or close' : 'Close with a note'}
        <span className="sr-only">: {name}</span>
      </summary>
      <SubmissionForm submission={ownSubmission} className="form-in-panel mt-4 grid max-w-120 gap-4">
        <SubmissionResult submission={ownSubmission} form={form} />
        <input type="hidden" name="flag" value={_id} />
        {closingActions.length === 1 ? (
          <input type="hidden" name="action" value={closingActions[0]} />
        ) : (
          <fieldset>
            <legend className="font-semibold">What was done</legend>
            {closingActions.map((end) => (
              <label key={end} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  id={fieldId(form, end === closingActions[0] ? 'action' : `action-${end}`)}
                  name="action"
                  value={end}
                  checked={action === end}
                  onChange={() => setAction(end)}
                  className="size-5 accent-pine"
                />
                {closingActionCopy[end].choice}
              </label>
            ))}
          </fieldset>
        )}
        <TextFields submission={ownSubmission} fields={asksOrder ? { ...order, ...note } : note} form={form} />
        <Button type="submit" aria-disabled={submission.isBusy} className="justify-self-start">
          {submission.isBusy ? 'Saving…' : action === 'attached' ? 'Attach and close' : 'Close'}
        </Button>
      </SubmissionForm>
    </details>
  )
}

function isClosingAction(action: string): action is ClosingAction {
  return Object.hasOwn(closingActionCopy, action)
}

function parseOrderNumber(typed: string): number {
  const number = /^#?(\d{1,9})$/.exec(typed.trim())?.[1]
  if (number === undefined) throw new UserError(400, ORDER_NUMBER_MESSAGE, { orderNumber: ORDER_NUMBER_MESSAGE })
  return Number(number)
}

const ORDER_NUMBER_MESSAGE = 'Give the number of the order, such as 1001.'
