import { type ReactNode, useEffect, useState } from 'react'
import { HiddenFields } from '#web/forms/hidden-fields.tsx'
import { type FormSubmission, SubmissionForm } from '../../forms/form-submission.tsx'
import { SubmitButton } from '../../shell/button.tsx'

type Props = {
  submission: FormSubmission
  /** The ids of the changes to undo. */
  changes: readonly string[]
  /** How long Undo is offered, in ms. */
  undoFor: number
  children: ReactNode
}

const UNDO_BUTTON_ID = 'undo-status'

/** Finds the button, so that it can get the focus after an answer. */
export function findStatusUndoButton(): HTMLElement | null {
  return document.getElementById(UNDO_BUTTON_ID)
}

/** Offers to undo changes of status until their emails are sent. */
export function StatusUndoForm({ submission, changes, undoFor, children }: Props) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), undoFor)
    return () => clearTimeout(timer)
  }, [undoFor])
  if (isOver) return null
  return (
    <SubmissionForm submission={submission} className="print:hidden">
      <HiddenFields values={{ changes: changes.join(' ') }} />
      <div role="status" className="grid gap-3 rounded-card bg-success-tint p-4 text-pine-deep wrap-anywhere">
        <p>{children}</p>
        <SubmitButton
          id={UNDO_BUTTON_ID}
          isBusy={submission.isBusy}
          label="Undo"
          busyLabel="Undoing…"
          look="outline"
          className="justify-self-start"
        />
      </div>
    </SubmissionForm>
  )
}

/** Returns the ids in a hidden field, which are separated by spaces. */
export function parseIdList(text: string): string[] {
  return text.split(' ').filter(Boolean)
}
