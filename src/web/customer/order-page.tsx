import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { formatDollars } from '#contract/core/money.ts'
import type { Order } from '#contract/sales/orders.ts'
import { canChoose } from '#contract/work/deliverable-choice.ts'
import { areOrderFilesOpen } from '#contract/work/order-files.ts'
import { isStopAsked } from '#contract/work/stop-request.ts'
import { ACCESS_FORM_NAME, accessForm } from '../access-form.ts'
import { createConversationForms, orderMessageFormFields } from '../conversation/conversation-forms.ts'
import { loadOrderMessagesPage } from '../conversation/load-page-of-order-messages.ts'
import { addFlashNoticeToData } from '../flash-notices.ts'
import { createNamedFormsAction, type FormAnswer } from '../forms/form-action.ts'
import { buildRestoredFormNotice, createSavedFormCookie, type RestoredFormValues } from '../forms/form-kept-during-login.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import { buildOrderSupportUrl } from '../order-support-url.ts'
import { OrderTimeline, TIMELINE_ANCHOR } from '../order-timeline.tsx'
import { getPageRequestContext } from '../page-request-context.ts'
import { CheckmarkList } from '../ui/checkmark-list.tsx'
import { ArrowLink, LinkButton, OutlineLinkButton } from '../ui/link-button.tsx'
import { loadAfterPaymentRecords } from './after-payment.tsx'
import { CustomerPageFrame, DetailList, FormattedBusinessTime } from './customer-page.tsx'
import {
  loadOrderAccess,
  loadOrderBrief,
  loadOrderWithPayment,
  loadVisibleOrderWork,
  type OrderWithPaymentAndTimeline,
} from './load-order-page-data.ts'
import { conversationFieldNames, OrderConversationSection } from './order-conversation.tsx'
import { listOrderDocuments, OrderDocumentList } from './order-documents.tsx'
import { describeOrderNextStep, OrderStatusBadge, PaymentStatusLabel } from './order-status.tsx'
import { isPayable, loadOrderAgainPath, ORDER_AGAIN_LABEL } from './own-orders.ts'
import { listReturnedMoneyRows, MismatchOrSecondPaymentNotice, RehearsalBanner } from './payment-notices.tsx'
import { AccessList } from './work/access-list.tsx'
import { buildCustomerDeliverablePath, OrderActionItems } from './work/action-cards.tsx'
import { CHOICE_FORM_NAME, ChoiceCard, choiceForm } from './work/choice-card.tsx'
import { DeliverableList } from './work/deliverable-list.tsx'
import { MonthSteps } from './work/month-steps.tsx'
import { STOP_FORM_NAME, StopSection, stopForm, stopFormFields } from './work/stop-section.tsx'

const savedMessage = createSavedFormCookie({ owner: 'customerEmail', fields: ['text', 'attachedFile', 'attachedFileName'] })
export const saveFormBeforeLogin = savedMessage.save

export async function loader(args: LoaderFunctionArgs) {
  const orderData = await loadOrderWithPayment(args)
  const { call } = getPageRequestContext(args.context)
  const [brief, access, work, orderAgainPath, promises, conversation] = await Promise.all([
    loadOrderBrief(args, orderData.order),
    loadOrderAccess(args, orderData.order),
    loadVisibleOrderWork(args, orderData.order),
    loadOrderAgainPath(getPageRequestContext(args.context), orderData.order),
    loadAfterPaymentRecords(call, 'Promise'),
    loadOrderMessagesPage(getPageRequestContext(args.context), args.request, orderData.order._id),
  ])
  const { restoredForm, cookie } = savedMessage.restore(args) ?? {}
  const isTouched = work?.deliverables.some(({ state }) => state !== 'planned' && state !== 'canceled')
  const pageData = {
    ...orderData,
    order: { ...orderData.order, ...(isTouched && { _progress: work?.progress }) },
    brief,
    access,
    work,
    orderAgainPath,
    hasPromises: promises.length > 0,
    conversation,
    restoredForm,
  }
  return addFlashNoticeToData(args.request, pageData, cookie)
}

export const action = createNamedFormsAction({
  ...createConversationForms((id) => `/my-order/${id}`),
  [CHOICE_FORM_NAME]: choiceForm,
  [STOP_FORM_NAME]: stopForm,
  [ACCESS_FORM_NAME]: accessForm,
})

/** Shows one order: what is needed now, the month, what was ordered, the messages, the documents and the payment (P-94). */
export function Page() {
  const { order, paymentState, timeline, brief, access, work, orderAgainPath, hasPromises, conversation, restoredForm, notice } =
    useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const documents = listOrderDocuments({ order, paymentState, brief, work })
  return (
    <CustomerPageFrame
      title={`Order ${order._number}`}
      parentPage={{ href: '/my-order', text: 'My Orders' }}
      notice={<SuccessNotice notice={answer?.notice ?? (restoredForm ? describeRestoredMessage(restoredForm) : notice)} />}
      aside={<PaymentStatusLabel order={order} />}
      answer={answer}
      names={[...conversationFieldNames, ...Object.keys(stopFormFields)]}
    >
      <p className="order-line">
        {order.packageName}
        {work && work.month > 1 && `, month ${work.month}`} · {formatDollars(order.packagePrice)} · placed {order.orderDate}
      </p>
      <RehearsalBanner {...paymentState} />
      <MismatchOrSecondPaymentNotice {...paymentState} />
      {work ? (
        <>
          <OrderActionItems order={order} work={work} brief={brief} access={access} />
          {work.deliverables.map(
            (deliverable) =>
              deliverable.choice &&
              canChoose(deliverable.choice.state, 'client') && (
                <ChoiceCard key={deliverable._id} deliverable={deliverable} choice={deliverable.choice} />
              ),
          )}
          <MonthSteps steps={work.steps} />
          {access && !isStopAsked(work.stop) && <AccessList access={access} />}
        </>
      ) : (
        <OrderActions order={order} paymentState={paymentState} />
      )}
      <div className="order-page">
        {work ? <DeliverableList order={order} work={work} hasPromises={hasPromises} /> : <PackagePoints order={order} />}
        <div className="order-side">
          <OrderConversationSection
            conversation={conversation}
            contact={work?.contact ?? null}
            isOpenForFiles={areOrderFilesOpen(order)}
            answer={answer}
            restoredValues={restoredForm?.values}
          />
          {documents.length > 0 && <OrderDocumentList documents={documents} />}
          {work && <OutlineLinkButton href={buildOrderSupportUrl(order)}>Support</OutlineLinkButton>}
          {order.paymentStatus === 'Paid' && <ArrowLink href={orderAgainPath}>{ORDER_AGAIN_LABEL}</ArrowLink>}
        </div>
        {work && <StopSection stop={work.stop} answer={answer} />}
        <OrderFacts order={order} paymentState={paymentState} />
        <section aria-labelledby={TIMELINE_ANCHOR}>
          <h2 id={TIMELINE_ANCHOR} className="h3">
            Timeline
          </h2>
          <OrderTimeline
            work={work}
            steps={timeline}
            viewer="customer"
            renderTime={(at) => <FormattedBusinessTime at={at} />}
            getPartUrl={(id) => buildCustomerDeliverablePath(order, { _id: id })}
          />
        </section>
      </div>
    </CustomerPageFrame>
  )
}

function describeRestoredMessage(restoredForm: RestoredFormValues): string {
  const notice = buildRestoredFormNotice(restoredForm, () => orderMessageFormFields.text.label)
  return `${notice} If you chose a file, please choose it again.`
}

/** Says what comes next for an order without work, with its buttons. */
function OrderActions({ order, paymentState: { receipt } }: Pick<OrderWithPaymentAndTimeline, 'order' | 'paymentState'>) {
  return (
    <section aria-labelledby="next" className="order-next">
      <h2 id="next">{describeOrderNextStep(order)}</h2>
      {order.paymentStatus === 'Cancelled' && Number(receipt?.refunded) > 0 && <p>Your payment was returned in full.</p>}
      {isPayable(order) && <LinkButton href={`/pay-now/${order._id}`}>Pay Now</LinkButton>}
      <OutlineLinkButton href={buildOrderSupportUrl(order)}>Support</OutlineLinkButton>
    </section>
  )
}

function PackagePoints({ order }: { order: Order }) {
  return (
    <section aria-labelledby="points">
      <h2 id="points" className="h3">
        What you ordered
      </h2>
      <CheckmarkList>{order._packagePoints}</CheckmarkList>
    </section>
  )
}

function OrderFacts({ order, paymentState }: Pick<OrderWithPaymentAndTimeline, 'order' | 'paymentState'>) {
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="h3">
        The order
      </h2>
      <DetailList
        details={[
          ['Number', order._number],
          ['Package', order.packageName],
          ['Price', formatDollars(order.packagePrice)],
          ['Placed', order.orderDate],
          Number(order._received) > 0 && ['Received', formatDollars(order._received)],
          ...listReturnedMoneyRows(paymentState),
          ['Payment', <PaymentStatusLabel key="payment" order={order} />],
          ['Work', <OrderStatusBadge key="work" {...order} />],
          ['Name', order.customerName],
          order.customerCompany !== undefined && ['Company', order.customerCompany],
          ['Email', order.customerEmail],
          ['Address', `${order.customerAddress}, ${order.customerCountry}`],
          order.purchaseOrder !== undefined && ['Purchase order', order.purchaseOrder],
        ]}
      />
    </section>
  )
}
