import { Printer } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { previewOrderStatusEmailEndpoint } from '#contract/sales/order-status-endpoints.ts'
import { getOrderEndpoint } from '#contract/sales/orders.ts'
import { getPaymentEvidenceEndpoint } from '#contract/sales/payment-evidence.ts'
import { createConversationForms } from '#web/conversation/conversation-forms.ts'
import { loadOrderMessagesPage } from '#web/conversation/load-page-of-order-messages.ts'
import { createNamedFormsAction } from '#web/forms/form-action.ts'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths, buildAdminOrderPath, buildOrderWorkPath } from '../../admin-paths.ts'
import { ConversationPanel, noAnswerForm } from '../../conversation/conversation-panel.tsx'
import { useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Button, getButtonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import { CLOSE_FLAG_FORM_NAME, closeFlagForm } from '../payments/close-flag-form.tsx'
import { reviewFlagCopy } from '../payments/review-flag-copy.ts'
import { getLastCheckoutProviderName } from './evidence/payment-fact-texts.ts'
import { PaymentTechnicalDetails } from './evidence/payment-technical-details.tsx'
import { PaymentTimeline } from './evidence/payment-timeline.tsx'
import { AmountsPanel, CustomerPanel, PurchasedPackagePanel } from './order-details-panels.tsx'
import { CheckWithPaymentProviderForm, MarkPaidForm, orderPaymentForms, UndoMarkPaidForm } from './order-payment-forms.tsx'
import { ClosedReviewFlags, OpenReviewFlagsPanel } from './order-review-flags.tsx'
import { OrderStatusPanel, orderStatusForms } from './order-status-panel.tsx'
import { buildOrdersUrl, parseOrdersQuery } from './orders-url.ts'
import { PaymentChips } from './payment-chips.tsx'
import { RefundPanel, refundForms } from './refund-panel.tsx'

export async function loader({ context, request, params: { id = '' } }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const [order, evidence, statusEmail, conversation] = await Promise.all([
    call(getOrderEndpoint, { params: { id } }),
    call(getPaymentEvidenceEndpoint, { params: { id } }),
    call(previewOrderStatusEmailEndpoint, { params: { id } }),
    loadOrderMessagesPage(getPageRequestContext(context), request, id),
  ])
  const list = new URL(request.url).searchParams.get('list') ?? ''
  return { order, evidence, statusEmail, conversation, ordersUrl: buildOrdersUrl(parseOrdersQuery(new URLSearchParams(list))) }
}

export const action = createNamedFormsAction({
  ...orderStatusForms,
  ...orderPaymentForms,
  ...refundForms,
  ...noAnswerForm,
  ...createConversationForms((id) => buildAdminOrderPath(id)),
  [CLOSE_FLAG_FORM_NAME]: closeFlagForm,
})

/** Shows one order and all facts about its payment (P-115). */
export function Page() {
  const { order, evidence, statusEmail, ordersUrl, conversation } = useLoaderData<typeof loader>()
  const flagSubmission = useFormSubmission(CLOSE_FLAG_FORM_NAME, evidence)
  const markPaidSubmission = useFormSubmission('paid', order)
  const undoSubmission = useFormSubmission('undoMarkPaid', order)
  const refundSubmission = useFormSubmission('refund', evidence)
  const { _number, packageName, paymentStatus } = order
  const openFlags = evidence.flags.filter(({ closedAt }) => closedAt === null)
  return (
    <AdminPage
      heading={`Order ${_number}, ${packageName}`}
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Orders', to: ordersUrl }, { name: String(_number) }]}
      aside={
        <>
          <PaymentChips order={order} />
          {[...new Set(openFlags.map(({ kind }) => kind))].map((kind) => (
            <Chip key={kind} tone={kind === 'review' || kind === 'dispute' ? 'error' : 'warning'}>
              {reviewFlagCopy[kind].name}
            </Chip>
          ))}
          {evidence.isRehearsal && <Chip tone="neutral">Rehearsal: no money moves</Chip>}
          {(paymentStatus === 'Paid' || Number(evidence.settled) > 0) && (
            <Link to={buildOrderWorkPath(order._id)} className={`${getButtonClass('outline')} print:hidden`}>
              Work
            </Link>
          )}
          <PrintButton />
        </>
      }
    >
      <div className="px-(--edge) pb-5 empty:hidden">
        <OpenReviewFlagsPanel evidence={evidence} submission={flagSubmission} />
      </div>
      <div className="evidence px-(--edge) pb-16">
        <div className="grid min-w-0 content-start gap-5">
          <AmountsPanel order={order} evidence={evidence} />
          <OrderStatusPanel order={order} statusEmail={statusEmail} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <PaymentTimeline order={order} evidence={evidence} />
          <ConversationPanel key={order._id} conversation={conversation} customerName={order.customerName} />
          <ClosedReviewFlags flags={evidence.flags} submission={flagSubmission} />
          <PaymentTechnicalDetails evidence={evidence} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <CustomerPanel order={order} />
          {evidence.canAsk && <CheckWithPaymentProviderForm provider={getLastCheckoutProviderName(evidence)} />}
          <RefundPanel evidence={evidence} submission={refundSubmission} />
          {paymentStatus !== 'Paid' && <MarkPaidForm submission={markPaidSubmission} />}
          {evidence.canTakeBack && <UndoMarkPaidForm submission={undoSubmission} />}
          <PurchasedPackagePanel order={order} />
        </div>
      </div>
    </AdminPage>
  )
}

function PrintButton() {
  return (
    <Button look="outline" onClick={() => print()} className="ml-auto print:hidden">
      <Printer className="size-5" aria-hidden />
      Print
    </Button>
  )
}
