import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { teamMember } from '#contract/content/kinds/team-member.ts'
import { teamMemberWithSocialLinks } from '#contract/content/kinds/team-member-with-social-links.ts'
import { getOrderTimelineEndpoint } from '#contract/sales/customer-payment.ts'
import { describeWorkProgress, isAllDelivered } from '#contract/sales/order-progress.ts'
import { getOrderEndpoint, type Order } from '#contract/sales/orders.ts'
import { getPaymentEvidenceEndpoint } from '#contract/sales/payment-evidence.ts'
import { getOrderAccessEndpoint } from '#contract/work/access.ts'
import { getBriefEndpoint } from '#contract/work/brief.ts'
import { describeUnreadMessages } from '#contract/work/conversation.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { getOrderWorkEndpoint } from '#contract/work/order-work.ts'
import { ACCESS_FORM_NAME, accessForm } from '../../access-form.ts'
import { CONVERSATION_ANCHOR, createConversationForms } from '../../conversation/conversation-forms.ts'
import { loadOrderMessagesPage } from '../../conversation/load-page-of-order-messages.ts'
import { describeDeliverableOutcome } from '../../describe-deliverable-outcome.ts'
import { createNamedFormsAction } from '../../forms/form-action.ts'
import { type Column, DataTable } from '../../lists/paged-table.tsx'
import { loadContentRecords } from '../../load-content-records.ts'
import { OrderTimeline, TIMELINE_ANCHOR } from '../../order-timeline.tsx'
import { getPageRequestContext } from '../../page-request-context.ts'
import { mergeTeamMembers } from '../../public/sections/team/merge-team-members.ts'
import {
  adminPaths,
  buildAdminCustomerPath,
  buildAdminDeliverablePath,
  buildAdminOrderPath,
  buildOrderWorkPath,
} from '../admin-paths.ts'
import { ConversationPanel, noAnswerForm } from '../conversation/conversation-panel.tsx'
import { type FormSubmission, SubmissionError, SubmissionForm, useFormSubmission } from '../forms/form-submission.tsx'
import { VisibleFormFields } from '../forms/visible-form-fields.tsx'
import { withdrawRefundForm } from '../refunds/refund-status-with-steps.tsx'
import { AdminPage } from '../shell/admin-page.tsx'
import { AdminSection } from '../shell/admin-section.tsx'
import { getButtonClass, SubmitButton } from '../shell/button.tsx'
import { Chip } from '../shell/chip.tsx'
import { DateTime } from '../shell/date-time.tsx'
import { AccessPanel } from './access-panel.tsx'
import { BriefPanel } from './brief-panel.tsx'
import { CONTACT_FORM_NAME, ContactPanel, contactForm } from './contact-panel.tsx'
import { DeliverableOutcomePanel, deliverableOutcomeForms } from './deliverable-outcome-panel.tsx'
import { AssigneeEmail, DeliverableStateChip, formatDueDate } from './deliverable-state.tsx'
import { MonthStartOrStepsPanel } from './month-start-or-steps-panel.tsx'
import { StopRequestPanel, stopRequestForm } from './stop-request-panel.tsx'
import { UsualStep } from './usual-step.tsx'
import { DELIVERABLE_PROOF_FORM_NAME, deliverableFormFields, proofForm, workForms } from './work-forms.ts'

export async function loader({ context, request, params: { id = '' } }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const [order, work, brief, access, timeline, conversation, members, otherMembers] = await Promise.all([
    call(getOrderEndpoint, { params: { id } }),
    call(getOrderWorkEndpoint, { params: { orderId: id } }),
    call(getBriefEndpoint, { params: { orderId: id } }),
    call(getOrderAccessEndpoint, { params: { orderId: id } }),
    call(getOrderTimelineEndpoint, { params: { id } }),
    loadOrderMessagesPage(getPageRequestContext(context), request, id),
    loadContentRecords(call, teamMemberWithSocialLinks),
    loadContentRecords(call, teamMember),
  ])
  const team = mergeTeamMembers(members, otherMembers).map(({ _id, name }) => ({ _id, name }))
  const evidence = work.isMonthOver ? await call(getPaymentEvidenceEndpoint, { params: { id } }) : undefined
  return { order, work, brief, access, timeline, conversation, team, evidence }
}

export const action = createNamedFormsAction({
  ...workForms,
  [DELIVERABLE_PROOF_FORM_NAME]: proofForm,
  [ACCESS_FORM_NAME]: accessForm,
  [CONTACT_FORM_NAME]: contactForm,
  ...deliverableOutcomeForms,
  ...noAnswerForm,
  ...createConversationForms((id) => buildOrderWorkPath(id)),
  stop: stopRequestForm,
  withdraw: withdrawRefundForm,
})

/** Shows the team one order: what was promised, what each part waits for, the client's answers and the messages. */
export function Page() {
  const { order, work, brief, access, timeline, conversation, team, evidence } = useLoaderData<typeof loader>()
  const submission = useFormSubmission('step', work)
  const proving = useFormSubmission(DELIVERABLE_PROOF_FORM_NAME, work)
  const { progress, deliverables } = work
  const isActive = order.paymentStatus === 'Paid' && order.orderStatus !== 'Delivered'
  // The server starts no month of a delivered order.
  const showsMonth = order.paymentStatus !== 'Cancelled' && (work.startsOn !== null || order.orderStatus !== 'Delivered')
  return (
    <AdminPage
      heading={`${order.packageName}, order ${order._number}`}
      crumbs={[
        { name: 'Overview', to: adminPaths.overview },
        { name: 'Work', to: adminPaths.work },
        { name: `Order ${order._number}` },
      ]}
      note={
        <Link to={buildAdminCustomerPath(order.customerEmail)} className="inline-block py-1 underline">
          {order.customerName}
        </Link>
      }
      aside={
        <>
          <Link to={buildAdminOrderPath(order._id)} className={`${getButtonClass('outline')} print:hidden`}>
            Payment
          </Link>
          {work.unread > 0 && (
            <a href={`#${CONVERSATION_ANCHOR}`} className={`${getButtonClass('outline')} print:hidden`}>
              {describeUnreadMessages(work.unread)}
            </a>
          )}
          <Chip tone={isAllDelivered(progress) ? 'success' : 'info'}>{describeWorkProgress(progress, work.isMonthOver)}</Chip>
        </>
      }
    >
      <div className="grid gap-5 px-(--edge) pb-16 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-5">
          {showsMonth && <MonthStartOrStepsPanel work={work} brief={brief} access={access} canMove={isActive} />}
          <StopRequestPanel work={work} />
          <DeliverableOutcomePanel order={order} work={work} evidence={evidence} />
          <AdminSection headingId="deliverables-title" heading="Deliverables" className="list-panel">
            <div className="px-4 empty:hidden md:px-5">
              <SubmissionError submission={submission} />
            </div>
            {deliverables.length === 0 ? (
              <p className="list-empty">Nothing yet. Add what you promised.</p>
            ) : (
              <DataTable
                labelledBy="deliverables-title"
                columns={buildColumns(order, submission, proving)}
                records={deliverables}
                getRowMark={({ isLate }) => (isLate ? 'attention' : undefined)}
              />
            )}
          </AdminSection>
          <AddDeliverablePanel key={deliverables.length} />
          <AccessPanel access={access} />
          <BriefPanel brief={brief} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <ConversationPanel key={order._id} conversation={conversation} customerName={order.customerName} />
          <ContactPanel key={work.contact?._id} contact={work.contact} team={team} />
          <AdminSection id={TIMELINE_ANCHOR} headingId="timeline-title" heading="Timeline">
            <div className="px-4 pb-5 md:px-5">
              <OrderTimeline
                work={work}
                steps={timeline}
                viewer="team"
                renderTime={(at) => <DateTime at={at} />}
                getPartUrl={(id) => buildAdminDeliverablePath(order._id, id)}
              />
            </div>
          </AdminSection>
        </div>
      </div>
    </AdminPage>
  )
}

function buildColumns(order: Order, submission: FormSubmission, proving: FormSubmission): readonly Column<Deliverable>[] {
  return [
    {
      title: 'Deliverable',
      kind: 'name',
      renderCell: ({ _id, title, waitingFor, ...deliverable }) => (
        <>
          <Link to={buildAdminDeliverablePath(order._id, _id)} className="underline wrap-anywhere">
            {title}
          </Link>
          {waitingFor && <span className="block text-help font-normal text-muted wrap-anywhere">We need: {waitingFor}</span>}
          <span className="block text-help font-normal text-muted empty:hidden">{describeDeliverableOutcome(deliverable)}</span>
        </>
      ),
    },
    { title: 'Due', kind: 'figure', renderCell: formatDueDate },
    { title: 'State', renderCell: (deliverable) => <DeliverableStateChip {...deliverable} /> },
    { title: 'Who', renderCell: ({ assignee }) => <AssigneeEmail email={assignee} /> },
    {
      title: 'Next step',
      kind: 'actions',
      renderCell: (deliverable) => (
        <UsualStep orderId={order._id} deliverable={deliverable} submission={submission} proving={proving} />
      ),
    },
  ]
}

/** Adds something that the package didn't promise. */
function AddDeliverablePanel() {
  const submission = useFormSubmission('add')
  return (
    <details className="disclosure">
      <summary className={getButtonClass('outline')}>Add a deliverable</summary>
      <SubmissionForm submission={submission} className="sheet form-in-panel mt-3 grid gap-3 p-4 md:p-5">
        <SubmissionError submission={submission} />
        <VisibleFormFields submission={submission} fields={deliverableFormFields} />
        <SubmitButton isBusy={submission.isBusy} label="Add deliverable" busyLabel="Adding…" className="justify-self-start" />
      </SubmissionForm>
    </details>
  )
}
