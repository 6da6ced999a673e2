import { useState } from 'react'
import {
  type StatusEmailPreviewReply,
  setOrderStatusEndpoint,
  undoOrderStatusEndpoint,
} from '#contract/sales/order-status-endpoints.ts'
import { type OrderStatus, orderStatuses } from '#contract/sales/order-statuses.ts'
import { getOrderEndpoint, type Order } from '#contract/sales/orders.ts'
import { defineForm } from '#web/forms/form-action.ts'
import { HiddenFields, hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { type FormSubmission, SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { getButtonClass, SubmitButton } from '../../shell/button.tsx'
import { TitledPanel } from '../../shell/titled-panel.tsx'
import {
  ConfirmActionPanel,
  DeliveredEmailPreview,
  findStatusUndoButton,
  loadOpenDeliverableTitles,
  parseIdList,
  StatusUndoForm,
} from './order-status-form-parts.tsx'

const fields = { orderStatus: hiddenFieldSpec, confirmed: hiddenFieldSpec }

export const orderStatusForms = {
  /** Asks before an order is delivered that isn't paid or has open deliverables: the first answer has `openDeliverables`. */
  status: defineForm(fields, async ({ call, params: { id = '' }, values: { orderStatus, confirmed } }) => {
    if (orderStatus === 'Delivered' && !confirmed) {
      const order = await call(getOrderEndpoint, { params: { id } })
      const openDeliverables = await loadOpenDeliverableTitles(call, order)
      const mustConfirm = order.paymentStatus !== 'Paid' || openDeliverables.length > 0
      if (mustConfirm && order.orderStatus !== 'Delivered') return { openDeliverables }
    }
    // The call refuses any other value.
    const body = { orderStatus: orderStatus as OrderStatus }
    return call(setOrderStatusEndpoint, { params: { id }, body })
  }),
  undoStatus: defineForm({ changes: hiddenFieldSpec }, async ({ call, values: { changes } }) => ({
    notice: (await call(undoOrderStatusEndpoint, { body: { changes: parseIdList(changes) } })).message,
  })),
}

type Props = { order: Order; statusEmail: StatusEmailPreviewReply }

/** Sets an order to Pending or Delivered (P-116). Shows the email first, and offers Undo until it is sent. */
export function OrderStatusPanel({ order, statusEmail: { deliveredEmail, undoable } }: Props) {
  const submission = useFormSubmission('status', order, findStatusUndoButton)
  const undoSubmission = useFormSubmission('undoStatus', order)
  const answer = submission.answer as { openDeliverables?: string[] } | undefined
  const [closedAnswer, setClosedAnswer] = useState<typeof answer>()
  const openDeliverables = closedAnswer !== answer && order.orderStatus === 'Pending' ? answer?.openDeliverables : undefined
  return (
    <TitledPanel title="Order status">
      <SubmissionError submission={undoSubmission} />
      {undoable && (
        <StatusUndoForm key={undoable._id} submission={undoSubmission} changes={[undoable._id]} undoFor={undoable.undoFor}>
          {undoable.orderStatus === 'Delivered'
            ? `Marked Delivered. The email to ${deliveredEmail.to} goes out 30 seconds after that.`
            : 'Set back to Pending. The customer gets no email about it.'}
        </StatusUndoForm>
      )}
      {openDeliverables ? (
        <DeliverQuestion
          order={order}
          openDeliverables={openDeliverables}
          email={deliveredEmail}
          submission={submission}
          close={() => setClosedAnswer(answer)}
        />
      ) : (
        <StatusForm order={order} email={deliveredEmail} submission={submission} />
      )}
      <p className="hidden print:block">{order.orderStatus}</p>
    </TitledPanel>
  )
}

type FormProps = { order: Order; email: StatusEmailPreviewReply['deliveredEmail']; submission: FormSubmission }

function StatusForm({ order: { orderStatus }, email, submission }: FormProps) {
  return (
    <SubmissionForm submission={submission} className="grid gap-3 print:hidden">
      <SubmissionError submission={submission} />
      <fieldset>
        <legend className="sr-only">Order status</legend>
        {orderStatuses.map((status) => (
          <label key={status} className="flex min-h-11 items-center gap-3">
            <input
              // The key resets the choice after another admin's change.
              key={`${status} ${orderStatus}`}
              type="radio"
              name="orderStatus"
              value={status}
              defaultChecked={status === orderStatus}
              className="size-5 accent-pine"
            />
            {status}
          </label>
        ))}
      </fieldset>
      {orderStatus === 'Pending' ? (
        <>
          <p className="text-help text-muted">Delivered emails the customer after 30 seconds. Until then you can undo it.</p>
          <details className="disclosure">
            <summary className={getButtonClass('outline')}>Preview the email</summary>
            <div className="mt-3">
              <DeliveredEmailPreview email={email} />
            </div>
          </details>
        </>
      ) : (
        <p className="text-help text-muted">Pending sends no email.</p>
      )}
      <SubmitButton isBusy={submission.isBusy} label="Update status" />
    </SubmissionForm>
  )
}

type QuestionProps = FormProps & { openDeliverables: readonly string[]; close: () => void }

/** Asks before an order is delivered that isn't paid or has open deliverables. */
function DeliverQuestion({ order, openDeliverables, email, submission, close }: QuestionProps) {
  return (
    <SubmissionForm submission={submission}>
      <ConfirmActionPanel
        id="deliver-anyway"
        question={`Order ${order._number} ${describeDoubt(order, openDeliverables.length)}. Mark it Delivered anyway?`}
        submitLabel="Mark Delivered and send"
        cancelLabel="Keep Pending"
        submission={submission}
        onCancel={close}
      >
        {openDeliverables.length > 0 && <p className="wrap-anywhere">Not delivered yet: {openDeliverables.join(', ')}</p>}
        <p>This email goes to the customer after 30 seconds:</p>
        <DeliveredEmailPreview email={email} />
        <HiddenFields values={{ orderStatus: 'Delivered', confirmed: '1' }} />
      </ConfirmActionPanel>
    </SubmissionForm>
  )
}

function describeDoubt({ paymentStatus }: Order, openCount: number): string {
  if (paymentStatus === 'Paid') return `has ${openCount} open ${openCount === 1 ? 'deliverable' : 'deliverables'}`
  return paymentStatus === 'Cancelled' ? 'was canceled' : 'isn’t paid'
}
