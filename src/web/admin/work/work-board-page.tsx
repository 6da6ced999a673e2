import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { packageNames } from '../../../contract/content/kinds/pricing-package.ts'
import { formatCalendarDay } from '../../../contract/core/date-time-format.ts'
import { listAdminUsersEndpoint } from '../../../contract/people/admin-users.ts'
import { countWorkEndpoint, listWorkEndpoint, type WorkGroup, type WorkRow, workGroups } from '../../../contract/work/board.ts'
import { openStates } from '../../../contract/work/deliverable-steps.ts'
import { createFormActions } from '../../forms/form-action.ts'
import { type LoadedListPage, loadListPage } from '../../lists/load-list-page.ts'
import { type Column, PagedTable } from '../../lists/paged-table.tsx'
import { getVisit } from '../../visit-context.ts'
import { type FormSubmission, SubmissionResult, useFormSubmission, useRestoreFocus } from '../forms/form-submission.tsx'
import { adminPaths, buildDeliverablePath, buildOrderWorkPath } from '../navigation.ts'
import { AdminPage } from '../shell/admin-page.tsx'
import { getButtonClass } from '../shell/button.tsx'
import { DateTime } from '../shell/date-time.tsx'
import { FilterForm, FilterSelect } from '../shell/search-form.tsx'
import { DeliverableStateChip } from './state-chip.tsx'
import { stateLabels } from './step-labels.ts'
import { UsualStep } from './usual-step.tsx'
import { workForms } from './work-forms.ts'
import { getWorkCount, groupLabels, type WorkCounts, WorkGroups } from './work-groups.tsx'
import { buildWorkUrl, hasWorkFilter, parseWorkQuery, type WorkQuery } from './work-url.ts'

const PAGE_SIZE = 20

type LoaderData = {
  pageQuery: WorkQuery
  work: LoadedListPage<WorkRow>
  counts: WorkCounts
  /** The emails of the admins who can log in. */
  team: string[]
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<LoaderData> {
  const { call } = getVisit(context)
  const counts = await call(countWorkEndpoint, {})
  const firstGroup = workGroups.find((group) => getWorkCount(counts, group) > 0)
  const pageQuery = parseWorkQuery(new URL(request.url).searchParams, firstGroup)
  const { page, ...filter } = pageQuery
  const [work, users] = await Promise.all([
    loadListPage(page, PAGE_SIZE, (paging) => call(listWorkEndpoint, { query: { ...paging, ...filter } })),
    call(listAdminUsersEndpoint, {}),
  ])
  const team = users.filter(({ _state }) => _state === 'active').map(({ userEmail }) => userEmail)
  return { pageQuery, work, counts, team }
}

export const action = createFormActions({ step: workForms.step })

const emptyTexts: Record<WorkGroup, string> = {
  late: 'Nothing is late.',
  'due this week': 'Nothing is due this week.',
  'waiting for client': 'You aren’t waiting for any clients.',
  'waiting for approval': 'No drafts are waiting for an answer.',
  'ready to start': 'No orders are ready to start.',
  'no start date': 'Every client has sent their answers.',
}

/** Shows what the team has to do, by date, with one button for each next step. */
export function Page() {
  const { pageQuery, work, counts, team } = useLoaderData<LoaderData>()
  const submission = useFormSubmission('step')
  useRestoreFocus(submission, work)
  const { group } = pageQuery
  return (
    <AdminPage
      heading="Work"
      note="What you promised, by date"
      background="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Work' }]}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <WorkGroups counts={counts} filter={pageQuery} current={group} />
        <WorkFilter pageQuery={pageQuery} team={team} />
        <SubmissionResult submission={submission} />
        <PagedTable
          title={groupLabels[group]}
          list={work}
          columns={buildColumns(submission)}
          getPageUrl={(page) => buildWorkUrl({ ...pageQuery, page })}
          getRowMark={({ deliverable }) => (deliverable?.isLate ? 'attention' : undefined)}
          emptyContent={<p>{hasWorkFilter(pageQuery) ? 'Nothing here matches these filters.' : emptyTexts[group]}</p>}
        />
      </div>
    </AdminPage>
  )
}

function WorkFilter({ pageQuery, team }: { pageQuery: WorkQuery; team: readonly string[] }) {
  const choice = { allLabel: 'All', className: 'lg:w-52' }
  const toChoices = (values: readonly string[]) => values.map((value) => [value, value] as const)
  return (
    <FilterForm action={adminPaths.work} className="grid-cols-2" isFiltered={hasWorkFilter(pageQuery)}>
      <input type="hidden" name="group" value={pageQuery.group} />
      <FilterSelect {...choice} label="Who" name="assignee" value={pageQuery.assignee} choices={toChoices(team)} />
      <FilterSelect {...choice} label="Package" name="package" value={pageQuery.package} choices={toChoices(packageNames)} />
      <FilterSelect
        {...choice}
        label="State"
        name="state"
        value={pageQuery.state}
        choices={openStates.map((state) => [state, stateLabels[state]] as const)}
      />
    </FilterForm>
  )
}

function buildColumns(submission: FormSubmission): readonly Column<WorkRow>[] {
  return [
    {
      title: 'Deliverable',
      kind: 'name',
      renderCell: ({ _id, order, deliverable }) => (
        <>
          <Link
            to={deliverable ? buildDeliverablePath(order._id, _id) : buildOrderWorkPath(order._id)}
            className="underline wrap-anywhere"
          >
            {deliverable?.title ?? 'Start of the month'}
          </Link>
          <span className="block text-help font-normal text-muted">
            {order.packageName}, order {order.number}
          </span>
        </>
      ),
    },
    { title: 'Customer', renderCell: ({ order }) => <span className="wrap-anywhere">{order.customerName}</span> },
    {
      title: 'Due',
      kind: 'figure',
      renderCell: ({ deliverable, paidAt }) =>
        deliverable ? (
          deliverable.dueOn && formatCalendarDay(deliverable.dueOn)
        ) : (
          <>
            Paid <DateTime at={paidAt} />
          </>
        ),
    },
    { title: 'State', renderCell: ({ deliverable }) => deliverable && <DeliverableStateChip {...deliverable} /> },
    {
      title: 'Who',
      renderCell: ({ deliverable }) => <span className="wrap-anywhere">{deliverable?.assignee || 'No one yet'}</span>,
    },
    {
      title: 'Next step',
      kind: 'actions',
      renderCell: ({ _id, order, deliverable }) =>
        deliverable ? (
          <UsualStep orderId={order._id} deliverable={{ ...deliverable, _id }} submission={submission} />
        ) : (
          <Link to={buildOrderWorkPath(order._id)} className={getButtonClass('outline')}>
            Open<span className="sr-only"> order {order.number}</span>
          </Link>
        ),
    },
  ]
}
