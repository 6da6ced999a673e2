import { useState } from 'react'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { closePaymentFlag, type PaymentFlagRecord } from '../../../../contract/sales/payment-evidence.ts'
import type { FieldSpecs } from '../../../forms/document-form.tsx'
import { fieldId, hiddenField } from '../../../forms/field.tsx'
import { pageForm } from '../../../forms/form-action.ts'
import { lastAnswer, type Saving, SavingAnswer, SavingForm } from '../../forms/saving.tsx'
import { TextFields } from '../../forms/text-fields.tsx'
import { Button, type ButtonLook, buttonClass } from '../../shell/button.tsx'
import { useIsLive } from '../../shell/live.tsx'
import { type ClosingAction, endWords, flagWords } from './flag-words.ts'

/** Which of a page's forms it is. */
export const FLAG_FORM = 'flag'

const note = {
  note: { type: 'textarea', label: 'Note', help: 'What you found, for whoever looks at it later.' },
} satisfies FieldSpecs
const order = {
  orderNumber: { type: 'text', label: 'Order number', inputMode: 'numeric', autoComplete: 'off' },
} satisfies FieldSpecs
const fields = { flag: hiddenField, action: hiddenField, ...order, ...note }

/** Closes a flag as its form says. */
export const flagForm = pageForm(fields, async ({ call, values: { flag = '', action = '', note = '', orderNumber = '' } }) => {
  if (!isClosing(action)) throw new Refusal(400, 'Say what was done about it.', { action: 'Say what was done about it.' })
  const body = { action, note, ...(action === 'attached' && { orderNumber: numberIn(orderNumber) }) }
  return { notice: (await call(closePaymentFlag, { params: { id: flag }, body })).message }
})

type Props = { flag: PaymentFlagRecord; saving: Saving; look?: ButtonLook }

/** The one thing to do about an open flag: to say how it ended, and why. */
export function FlagForm({ flag: { _id, kind, canAccept }, saving, look = 'outline' }: Props) {
  const { name } = flagWords[kind]
  const ends = flagWords[kind].ends.filter((end) => end !== 'accepted' || canAccept)
  // One way to the action for all of the page's flags: an answer is for one of them.
  const own = lastAnswer(saving)?.values.flag === _id ? saving : { ...saving, outcome: undefined, posted: undefined }
  const last = lastAnswer(own)
  const [action, setAction] = useState<ClosingAction>(
    () => ends.find((end) => end === last?.values.action) ?? ends[0] ?? 'dismissed',
  )
  const isLive = useIsLive()
  const asksOrder = ends.includes('attached') && (action === 'attached' || !isLive)
  const form = `${FLAG_FORM}-${_id}`
  return (
    <details open={last?.error !== undefined} className="disclosure">
      <summary className={buttonClass(look)}>
        {ends.includes('attached') ? 'Attach or close' : 'Close with a note'}
        <span className="sr-only">: {name}</span>
      </summary>
      <SavingForm saving={own} className="form-in-panel mt-4 grid max-w-120 gap-4">
        <SavingAnswer saving={own} form={form} />
        <input type="hidden" name="flag" value={_id} />
        {ends.length === 1 ? (
          <input type="hidden" name="action" value={ends[0]} />
        ) : (
          <fieldset>
            <legend className="font-semibold">What was done</legend>
            {ends.map((end) => (
              <label key={end} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  id={fieldId(form, end === ends[0] ? 'action' : `action-${end}`)}
                  name="action"
                  value={end}
                  checked={action === end}
                  onChange={() => setAction(end)}
                  className="size-5 accent-pine"
                />
                {endWords[end].choice}
              </label>
            ))}
          </fieldset>
        )}
        <TextFields saving={own} fields={asksOrder ? { ...order, ...note } : note} form={form} />
        <Button type="submit" aria-disabled={saving.isBusy} className="justify-self-start">
          {saving.isBusy ? 'Saving…' : action === 'attached' ? 'Attach and close' : 'Close'}
        </Button>
      </SavingForm>
    </details>
  )
}

function isClosing(action: string): action is ClosingAction {
  return Object.hasOwn(endWords, action)
}

function numberIn(typed: string): number {
  const number = /^#?(\d{1,9})$/.exec(typed.trim())?.[1]
  if (number === undefined) throw new Refusal(400, WHICH_ORDER, { orderNumber: WHICH_ORDER })
  return Number(number)
}

const WHICH_ORDER = 'Give the number of the order, such as 1001.'
