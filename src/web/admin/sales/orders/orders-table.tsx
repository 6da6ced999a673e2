import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { orderStatuses } from '../../../../contract/sales/order-and-payment-statuses.ts'
import { STATUS_UNDO_WINDOW_MS } from '../../../../contract/sales/order-status-endpoints.ts'
import type { Order } from '../../../../contract/sales/orders.ts'
import { PagedPanel } from '../../../lists/paged-panel.tsx'
import { DataTable } from '../../../lists/paged-table.tsx'
import { SubmissionForm, SubmissionResultMessage, useFormSubmission } from '../../forms/form-submission.tsx'
import { Button } from '../../shell/button.tsx'
import { buildCheckboxColumn, SelectAll, useRowSelection } from '../../shell/row-selection.tsx'
import { buildOrderColumns } from './order-columns.tsx'
import { DeliverSelectedQuestion, type SelectedOrdersQuestionOrResult } from './selected-orders-status-form.tsx'
import { findStatusUndoButton, StatusUndoForm } from './status-undo-form.tsx'

type Props = Omit<ComponentProps<typeof PagedPanel<Order>>, 'children'>

/** Lists orders. An admin can select several and set their status (P-116). */
export function OrdersTable(panel: Props) {
  const submission = useFormSubmission('selected', panel.list, findStatusUndoButton)
  const undoSubmission = useFormSubmission('undoStatus', panel.list)
  const selection = useRowSelection()
  const { search } = useLocation()
  const { changes = [], question, notice } = (submission.answer ?? {}) as SelectedOrdersQuestionOrResult
  const clearSelection = useEffectEvent(() => selection.select([]))
  useEffect(() => {
    if (notice) clearSelection()
  }, [notice])
  const undoAnswer = undoSubmission.answer
  const isUndone = undoAnswer?.error === undefined && undoAnswer?.values.changes === changes.join(' ')
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
      {question && <DeliverSelectedQuestion question={question} submission={submission} />}
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
