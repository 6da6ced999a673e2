import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { formatDollars } from '../../contract/core/money.ts'
import type { Order } from '../../contract/sales/orders.ts'
import type { CustomerPaymentState } from '../../contract/sales/payments.ts'
import type { Brief } from '../../contract/work/brief.ts'
import type { OrderWork } from '../../contract/work/order-work.ts'
import { createConversationForms } from '../conversation/conversation-forms.ts'
import { type ConversationPage, loadConversation } from '../conversation/load-conversation.ts'
import { readFlashNotice, respondWithFlashNotice } from '../flash-notice.ts'
import { createFormActions, type FormAnswer } from '../forms/form-action.ts'
import { SuccessNotice } from '../forms/form-messages.tsx'
import { CheckmarkList } from '../ui/checkmark-list.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { getVisit } from '../visit-context.ts'
import { CustomerPage } from './customer-page.tsx'
import { loadBrief, loadOrderPage, loadWork, type OrderPageData } from './load-order.ts'
import { conversationFieldNames, OrderConversation } from './order-conversation.tsx'
import { buildSupportUrl, CreditNoteLinks, DetailList, PaymentNotices, RehearsalNotice } from './order-page-parts.tsx'
import { describeNextStep, PaymentStatusLabel, WorkStatus } from './order-status.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { isPayable } from './own-orders.ts'
import { buildBriefUrl, isBriefOpen } from './work/brief-card.tsx'
import { DeliverableList } from './work/deliverable-list.tsx'
import { MonthSteps } from './work/month-steps.tsx'
import { NeededNow } from './work/needed-now.tsx'

type LoaderData = OrderPageData & { brief?: Brief; work?: OrderWork; conversation: ConversationPage; notice?: string }

export async function loader(args: LoaderFunctionArgs) {
  const orderData = await loadOrderPage(args)
  const [brief, work, conversation] = await Promise.all([
    loadBrief(args, orderData.order),
    loadWork(args, orderData.order),
    loadConversation(getVisit(args.context), args.request, orderData.order._id),
  ])
  const loaderData: LoaderData = { ...orderData, brief, work, conversation }
  const notice = await readFlashNotice(args.request)
  return notice ? respondWithFlashNotice(args.request, notice, loaderData) : loaderData
}

export const action = createFormActions(createConversationForms((id) => `/my-order/${id}`))

/** Shows one order: what is needed now, the work, the payment and the timeline (P-94). */
export function Page() {
  const { order, paymentState, timeline, brief, work, conversation, notice } = useLoaderData<LoaderData>()
  const answer = useActionData<FormAnswer>()
  const conversationSection = <OrderConversation conversation={conversation} answer={answer} />
  return (
    <CustomerPage
      title={`Order ${order._number}`}
      parentPage={{ href: '/my-order', text: 'My Orders' }}
      notice={<SuccessNotice notice={notice} />}
      answer={answer}
      names={conversationFieldNames}
    >
      <RehearsalNotice {...paymentState} />
      <PaymentNotices {...paymentState} />
      {work && <MonthSteps steps={work.steps} />}
      {work && <NeededNow order={order} work={work} brief={brief} />}
      <div className="order-page">
        {work && <DeliverableList order={order} work={work} />}
        {work && conversationSection}
        <OrderActions order={order} paymentState={paymentState} brief={brief} />
        <OrderFacts order={order} />
        <div>
          {!work && (
            <section aria-labelledby="points">
              <h2 id="points" className="h3">
                What you ordered
              </h2>
              <CheckmarkList>{order._packagePoints}</CheckmarkList>
            </section>
          )}
          <section aria-labelledby="order-timeline">
            <h2 id="order-timeline" className="h3">
              Timeline
            </h2>
            <OrderTimeline steps={timeline} />
          </section>
        </div>
        {!work && conversationSection}
      </div>
    </CustomerPage>
  )
}

type ActionProps = { order: Order; paymentState: CustomerPaymentState; brief: Brief | undefined }

/** Says what comes next, with the buttons of the order. The first button is filled unless a card above has one. */
function OrderActions({ order, paymentState, brief }: ActionProps) {
  const { _id } = order
  return (
    <section aria-labelledby="next" className="order-next">
      <h2 id="next">{isBriefOpen(brief) ? 'We start when we have your answers' : describeNextStep(order)}</h2>
      {isPayable(order) && <LinkButton href={`/pay-now/${_id}`}>Pay Now</LinkButton>}
      {paymentState.receipt && (
        <LinkButton href={`/api/invoice/${_id}`} buttonStyle={isBriefOpen(brief) ? 'outline' : undefined}>
          Invoice (PDF)
        </LinkButton>
      )}
      {brief && brief.sentAt !== null && (
        <LinkButton href={buildBriefUrl(_id)} buttonStyle="outline">
          Your answers
        </LinkButton>
      )}
      <CreditNoteLinks id={_id} paymentState={paymentState} />
      <LinkButton href={buildSupportUrl(order)} buttonStyle="outline">
        Support
      </LinkButton>
    </section>
  )
}

function OrderFacts({ order }: { order: Order }) {
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
          Number(order._refunded) > 0 && ['Refunded', formatDollars(order._refunded)],
          Number(order._refunded) > 0 && ['Net', formatDollars(order._net)],
          ['Payment', <PaymentStatusLabel key="payment" order={order} />],
          ['Work', <WorkStatus key="work" {...order} />],
          ['Name', order.customerName],
          ['Email', order.customerEmail],
          ['Address', `${order.customerAddress}, ${order.customerCountry}`],
        ]}
      />
    </section>
  )
}
