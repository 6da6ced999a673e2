import { type ReactNode, useEffect, useState } from 'react'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { StatusEmailPreviewReply } from '#contract/sales/order-status-endpoints.ts'
import type { Order } from '#contract/sales/orders.ts'
import { type DeliverableChoiceData, describeChoice } from '#contract/work/deliverable-choice.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import { getOrderWorkEndpoint } from '#contract/work/order-work.ts'
import { HiddenFields } from '#web/forms/form-field.tsx'
import { type FormSubmission, SubmissionForm } from '../../forms/form-submission.tsx'
import { QuestionPanel } from '../../forms/question-panel.tsx'
import { Button, SubmitButton } from '../../shell/button.tsx'

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

type ConfirmActionPanelProps = {
  id: string
  question: string
  submitLabel: string
  cancelLabel: string
  submission: FormSubmission
  onCancel?: () => void
  children: ReactNode
}

/** Asks the question of a form's last answer. Stands inside a form that repeats the values with a confirmation. */
export function ConfirmActionPanel({
  id,
  question,
  submitLabel,
  cancelLabel,
  submission,
  onCancel,
  children,
}: ConfirmActionPanelProps) {
  const { answer } = submission
  const [canceledAnswer, setCanceledAnswer] = useState<typeof answer>()
  if (canceledAnswer === answer) return null
  const cancel = () => {
    setCanceledAnswer(answer)
    onCancel?.()
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    <QuestionPanel
      {...{ id, question }}
      heading="h3"
      buttons={
        <>
          <SubmitButton isBusy={submission.isBusy} label={submitLabel} />
          <Button look="outline" onClick={cancel}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      {children}
    </QuestionPanel>
  )
}

/** Shows an email as the customer gets it. The signature with the business's address follows. */
export function DeliveredEmailPreview({ email: { to, subject, text } }: { email: StatusEmailPreviewReply['deliveredEmail'] }) {
  return (
    <dl className="grid gap-2 rounded-field border border-rule bg-white p-3 text-help wrap-anywhere">
      <PreviewLine label="To">{to}</PreviewLine>
      <PreviewLine label="Subject">
        <span className="font-semibold">{subject}</span>
      </PreviewLine>
      <div className="border-t border-rule-light pt-2">
        <dt className="sr-only">Text</dt>
        <dd className="whitespace-pre-wrap">{text}</dd>
      </div>
    </dl>
  )
}

function PreviewLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline text-muted">{label}: </dt>
      <dd className="inline">{children}</dd>
    </div>
  )
}

/** Names a paid order's deliverables that are open or need an outcome, with the client's choice. An unpaid order has none. */
export async function loadOpenDeliverableTitles(call: ApiCallFunction, { _id, paymentStatus }: Order): Promise<string[]> {
  if (paymentStatus !== 'Paid') return []
  const { deliverables } = await call(getOrderWorkEndpoint, { params: { orderId: _id } })
  return deliverables
    .filter(({ state, outcome }) => isOpenDeliverableState(state) || (state === 'not delivered' && outcome === null))
    .map(({ title, choice }) =>
      choice && choice.state !== 'scheduled' ? `${title} (${describeChoiceToCarryOut(choice)})` : title,
    )
}

function describeChoiceToCarryOut({ kind, share }: DeliverableChoiceData): string {
  return kind === null ? 'the client can still choose' : `to do: ${describeChoice(kind, share)}`
}
