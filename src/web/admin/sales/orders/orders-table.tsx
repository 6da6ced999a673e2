import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { UserError } from '../../../../contract/core/user-error.ts'
import { type OrderStatus, orderStatuses } from '../../../../contract/sales/order-and-payment-statuses.ts'
import {
  previewOrderStatusEmailEndpoint,
  STATUS_UNDO_WINDOW_MS,
  type StatusEmailPreviewReply,
  setOrderStatusesEndpoint,
} from '../../../../contract/sales/order-status-endpoints.ts'
import type { Order } from '../../../../contract/sales/orders.ts'
import { getOrderEndpoint } from '../../../../contract/sales/orders.ts'
import { defineForm } from '../../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../../forms/form-field.tsx'
import { HiddenFields } from '../../../forms/hidden-fields.tsx'
import { PagedPanel } from '../../../lists/paged-panel.tsx'
import { DataTable } from '../../../lists/paged-table.tsx'
import {
  type FormSubmission,
  getLastFormAnswer,
  SubmissionForm,
  SubmissionResultMessage,
  useFocusAfterAnswer,
  useFormSubmission,
} from '../../forms/form-submission.tsx'
import { Button } from '../../shell/button.tsx'
import { buildCheckboxColumn, getSelectedIds, SelectAll, useRowSelection } from '../../shell/row-selection.tsx'
import { ConfirmActionPanel } from './confirm-action-panel.tsx'
import { DeliveredEmailPreview } from './delivered-email-preview.tsx'
import { loadOpenDeliverableTitles } from './load-open-deliverable-titles.ts'
import { buildOrderColumns } from './order-columns.tsx'
import { parseIdList, StatusUndoForm } from './status-undo-form.tsx'

type Question = {
  orders: (Pick<Order, '_id' | '_number' | 'customerName' | 'paymentStatus'> & { openDeliverables: string[] })[]
  email: StatusEmailPreviewReply['deliveredEmail']
}
type StatusAnswer = { question?: Question; changes?: string[]; notice?: string }

/** Changes the selected orders. Before it delivers, the first answer asks and shows the email. */
export const selectedOrdersStatusForm = defineForm(
  { orderStatus: hiddenFieldSpec, confirmedIds: hiddenFieldSpec },
  async ({ call, values: { orderStatus, confirmedIds }, postedValues }) => {
    const ids = confirmedIds ? parseIdList(confirmedIds) : getSelectedIds(postedValues)
    if (ids.length === 0) throw new UserError(400, 'Select one or more orders first.')
    if (orderStatus === 'Delivered' && !confirmedIds) {
      const selectedOrders = await Promise.all(ids.map((id) => call(getOrderEndpoint, { params: { id } })))
      const pendingOrders = selectedOrders.filter((order) => order.orderStatus === 'Pending')
      const [first] = pendingOrders
      if (!first) throw new UserError(400, 'The selected orders are already Delivered.')
      const { deliveredEmail: email } = await call(previewOrderStatusEmailEndpoint, { params: { id: first._id } })
      const orders = await Promise.all(
        pendingOrders.map(async (order) => ({ ...order, openDeliverables: await loadOpenDeliverableTitles(call, order) })),
      )
      return { question: { orders, email } satisfies Question }
    }
    // The call refuses any other value.
    const { message, changes } = await call(setOrderStatusesEndpoint, { body: { ids, orderStatus: orderStatus as OrderStatus } })
    return { notice: message, changes }
  },
)

type Props = Omit<ComponentProps<typeof PagedPanel<Order>>, 'children'>

/** Lists orders. An admin can select several and set their status (P-116). */
export function OrdersTable(panel: Props) {
  const submission = useFormSubmission('selected')
  const undoSubmission = useFormSubmission('undoStatus')
  const selection = useRowSelection()
  const { search } = useLocation()
  const { changes = [], question, notice } = (getLastFormAnswer(submission) ?? {}) as StatusAnswer
  const clearSelection = useEffectEvent(() => selection.select([]))
  useEffect(() => {
    if (notice) clearSelection()
  }, [notice])
  useFocusAfterAnswer(undoSubmission, panel.list)
  const isUndone = getLastFormAnswer(undoSubmission)?.values.changes === changes.join(' ')
  const columns = [
    buildCheckboxColumn<Order>({ selection, describe: ({ _number }) => `order ${_number}` }),
    ...buildOrderColumns(search),
  ]
  return (
    <div className="grid gap-5">
      <SubmissionResultMessage submission={undoSubmission} />
      {changes.length > 0 && !isUndone && (
        <StatusUndoForm key={changes.join()} submission={undoSubmission} changes={changes} undoFor={STATUS_UNDO_WINDOW_MS}>
          {changes.length === 1 ? '1 order changed.' : `${changes.length} orders changed.`} Delivery emails go out after 30
          seconds.
        </StatusUndoForm>
      )}
      {question && <DeliverQuestion question={question} submission={submission} />}
      <PagedPanel {...panel}>
        {(records, firstIndex, heading) => (
          <SubmissionForm submission={submission}>
            <div className="grid gap-3 px-4 pb-3 md:px-5">
              <SubmissionResultMessage submission={submission} />
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <SelectAll records={records} selection={selection} />
                {orderStatuses.toReversed().map((status) => (
                  <Button
                    key={status}
                    type="submit"
                    name="orderStatus"
                    value={status}
                    look="outline"
                    aria-disabled={submission.isBusy}
                  >
                    Mark {status}
                    <span className="sr-only">: the selected orders</span>
                  </Button>
                ))}
              </div>
            </div>
            <DataTable labelledBy={heading} columns={columns} records={records} firstIndex={firstIndex} />
          </SubmissionForm>
        )}
      </PagedPanel>
    </div>
  )
}

/** Asks before orders are delivered, and names what is unpaid or open. */
function DeliverQuestion({ question, submission }: { question: Question; submission: FormSubmission }) {
  const { orders, email } = question
  const unpaidCount = orders.filter(({ paymentStatus }) => paymentStatus !== 'Paid').length
  const count = orders.length === 1 ? 'this order' : `these ${orders.length} orders`
  return (
    <SubmissionForm submission={submission}>
      <ConfirmActionPanel
        id="deliver-selected"
        question={`Mark ${count} Delivered?`}
        submitLabel="Mark Delivered and send"
        cancelLabel="Cancel"
        submission={submission}
      >
        <HiddenFields values={{ orderStatus: 'Delivered', confirmedIds: orders.map(({ _id }) => _id).join(' ') }} />
        {unpaidCount > 0 && <p className="font-semibold text-error-deep">{describeUnpaid(unpaidCount, orders.length)}</p>}
        <ul className="list-disc pl-5">
          {orders.map(({ _id, _number, customerName, paymentStatus, openDeliverables }) => (
            <li key={_id} className="wrap-anywhere">
              Order {_number}, {customerName}: {paymentStatus}
              {openDeliverables.length > 0 && `. Not delivered yet: ${openDeliverables.join(', ')}`}
            </li>
          ))}
        </ul>
        <p>Each customer gets this email, with their own order, after 30 seconds:</p>
        <DeliveredEmailPreview email={email} />
      </ConfirmActionPanel>
    </SubmissionForm>
  )
}

function describeUnpaid(unpaidCount: number, count: number): string {
  if (count === 1) return 'It isn’t paid.'
  if (unpaidCount === count) return 'None of them is paid.'
  return unpaidCount === 1 ? 'One of them isn’t paid.' : `${unpaidCount} of them aren’t paid.`
}
