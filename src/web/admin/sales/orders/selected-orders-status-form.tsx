import { UserError } from '#contract/core/user-error.ts'
import {
  previewOrderStatusEmailEndpoint,
  type StatusEmailPreviewReply,
  setOrderStatusesEndpoint,
} from '#contract/sales/order-status-endpoints.ts'
import type { OrderStatus } from '#contract/sales/order-statuses.ts'
import { getOrderEndpoint, type Order } from '#contract/sales/orders.ts'
import { defineForm } from '#web/forms/form-action.ts'
import { HiddenFields, hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { type FormSubmission, SubmissionForm } from '../../forms/form-submission.tsx'
import { getSelectedIds } from '../../shell/row-selection.tsx'
import { ConfirmActionPanel, DeliveredEmailPreview, loadOpenDeliverableTitles, parseIdList } from './order-status-form-parts.tsx'

type Question = {
  orders: (Pick<Order, '_id' | '_number' | 'customerName' | 'paymentStatus'> & { openDeliverables: string[] })[]
  email: StatusEmailPreviewReply['deliveredEmail']
}
export type SelectedOrdersQuestionOrResult = { question?: Question; changes?: string[]; notice?: string }

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

/** Asks before orders are delivered, and names what is unpaid or open. */
export function DeliverSelectedQuestion({ question, submission }: { question: Question; submission: FormSubmission }) {
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
