import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatCalendarDay } from '../../../contract/core/date-time-format.ts'
import { getOrderEndpoint, type Order } from '../../../contract/sales/orders.ts'
import { getPaymentEvidenceEndpoint, type PaymentEvidence } from '../../../contract/sales/payment-evidence.ts'
import { type Brief, getBriefEndpoint } from '../../../contract/work/brief.ts'
import type { Deliverable } from '../../../contract/work/deliverables.ts'
import { getOrderWorkEndpoint, type OrderWork } from '../../../contract/work/order-work.ts'
import { describeOutcome } from '../../describe-outcome.ts'
import { createFormActions } from '../../forms/form-action.ts'
import { type Column, Table } from '../../lists/paged-table.tsx'
import { getVisit } from '../../visit-context.ts'
import { type FormSubmission, SubmissionResult, useFormSubmission, useRestoreFocus } from '../forms/form-submission.tsx'
import { adminPaths, buildCustomerPath, buildDeliverablePath, buildOrderPath } from '../navigation.ts'
import { withdrawRefundForm } from '../refunds/refund-details.tsx'
import { AdminPage } from '../shell/admin-page.tsx'
import { getButtonClass } from '../shell/button.tsx'
import { Chip } from '../shell/chip.tsx'
import { AddDeliverablePanel } from './add-deliverable-panel.tsx'
import { BriefPanel } from './brief-panel.tsx'
import { OutcomePanel, outcomeForms } from './outcome-panel.tsx'
import { StartMonthPanel } from './start-month-panel.tsx'
import { DeliverableStateChip } from './state-chip.tsx'
import { UsualStep } from './usual-step.tsx'
import { workForms } from './work-forms.ts'

type LoaderData = { order: Order; work: OrderWork; brief: Brief; evidence: PaymentEvidence | undefined }

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs): Promise<LoaderData> {
  const { call } = getVisit(context)
  const [order, work, brief] = await Promise.all([
    call(getOrderEndpoint, { params: { id } }),
    call(getOrderWorkEndpoint, { params: { orderId: id } }),
    call(getBriefEndpoint, { params: { orderId: id } }),
  ])
  const evidence = work.isMonthOver ? await call(getPaymentEvidenceEndpoint, { params: { id } }) : undefined
  return { order, work, brief, evidence }
}

export const action = createFormActions({ ...workForms, ...outcomeForms, withdraw: withdrawRefundForm })

/** Shows the team one order: what was promised, what each part waits for, and the client's answers. */
export function Page() {
  const { order, work, brief, evidence } = useLoaderData<LoaderData>()
  const submission = useFormSubmission('step')
  useRestoreFocus(submission, work)
  const { progress, deliverables } = work
  return (
    <AdminPage
      heading={`${order.packageName}, order ${order._number}`}
      background="paper"
      crumbs={[
        { name: 'Overview', to: adminPaths.overview },
        { name: 'Work', to: adminPaths.work },
        { name: `Order ${order._number}` },
      ]}
      note={
        <Link to={buildCustomerPath(order.customerEmail)} className="underline">
          {order.customerName}
        </Link>
      }
      aside={
        <>
          <Link to={buildOrderPath(order._id)} className={`${getButtonClass('outline')} print:hidden`}>
            {work.unread === 0 ? 'Payment and messages' : `Payment and messages (${work.unread} new)`}
          </Link>
          <Chip tone={progress.delivered === progress.total ? 'success' : 'info'}>
            {progress.delivered} of {progress.total} delivered
          </Chip>
        </>
      }
    >
      <div className="grid gap-5 px-(--edge) pb-16 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-5">
          {order.paymentStatus !== 'Cancelled' && <StartMonthPanel work={work} brief={brief} />}
          <OutcomePanel order={order} work={work} evidence={evidence} />
          <section aria-labelledby="deliverables-title" className="sheet list-panel">
            <header>
              <h2 id="deliverables-title">Deliverables</h2>
            </header>
            <div className="px-4 empty:hidden md:px-5">
              <SubmissionResult submission={submission} />
            </div>
            {deliverables.length === 0 ? (
              <p className="list-empty">Nothing yet. Add what you promised.</p>
            ) : (
              <Table
                labelledBy="deliverables-title"
                columns={buildColumns(order, submission)}
                records={deliverables}
                firstIndex={0}
                getRowMark={({ isLate }) => (isLate ? 'attention' : undefined)}
              />
            )}
          </section>
          <AddDeliverablePanel key={deliverables.length} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <BriefPanel brief={brief} />
        </div>
      </div>
    </AdminPage>
  )
}

function buildColumns(order: Order, submission: FormSubmission): readonly Column<Deliverable>[] {
  return [
    {
      title: 'Deliverable',
      kind: 'name',
      renderCell: ({ _id, title, waitingFor, ...deliverable }) => (
        <>
          <Link to={buildDeliverablePath(order._id, _id)} className="underline wrap-anywhere">
            {title}
          </Link>
          {waitingFor && <span className="block text-help font-normal text-muted wrap-anywhere">We need: {waitingFor}</span>}
          <span className="block text-help font-normal text-muted empty:hidden">{describeOutcome(deliverable)}</span>
        </>
      ),
    },
    { title: 'Due', kind: 'figure', renderCell: ({ dueOn }) => (dueOn ? formatCalendarDay(dueOn) : 'No date yet') },
    { title: 'State', renderCell: (deliverable) => <DeliverableStateChip {...deliverable} /> },
    { title: 'Who', renderCell: ({ assignee }) => <span className="wrap-anywhere">{assignee || 'No one yet'}</span> },
    {
      title: 'Next step',
      kind: 'actions',
      renderCell: (deliverable) => <UsualStep orderId={order._id} deliverable={deliverable} submission={submission} />,
    },
  ]
}
