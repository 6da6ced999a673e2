import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { listAdminUsersEndpoint } from '#contract/people/admin-users.ts'
import {
  type BoardOrderGroup,
  countWorkBoardGroupsEndpoint,
  isBoardOrderGroup,
  listWorkBoardRowsEndpoint,
  type OrderOrDeliverableBoardRow,
  type WorkBoardGroupName,
  workBoardGroupLabels,
  workBoardGroups,
} from '#contract/work/board.ts'
import { openDeliverableStates } from '#contract/work/deliverable-workflow.ts'
import { loadContentRecords } from '#web/load-content-records.ts'
import { CONVERSATION_ANCHOR } from '../../conversation/conversation-forms.ts'
import { createNamedFormsAction } from '../../forms/form-action.ts'
import { loadListPage } from '../../lists/load-list-page.ts'
import { type Column, PagedTable } from '../../lists/paged-table.tsx'
import { getPageRequestContext } from '../../page-request-context.ts'
import { adminPaths, buildAdminDeliverablePath, buildAdminOrderPath, buildOrderWorkPath } from '../admin-paths.ts'
import { type FormSubmission, SubmissionError, useFormSubmission } from '../forms/form-submission.tsx'
import { AdminPage } from '../shell/admin-page.tsx'
import { getButtonClass } from '../shell/button.tsx'
import { Chip } from '../shell/chip.tsx'
import { DateTime } from '../shell/date-time.tsx'
import { FilterForm, FilterSelect } from '../shell/list-filters.tsx'
import { buildCheckboxColumn, type RowSelectionState, useRowSelection } from '../shell/row-selection.tsx'
import { AssigneeEmail, DeliverableStateChip, deliverableStateLabels, formatDueDate } from './deliverable-state.tsx'
import { SelectedRowsForm } from './selected-rows-form.tsx'
import { UsualStep } from './usual-step.tsx'
import {
  buildWorkBoardUrl,
  getWorkBoardGroupCount,
  hasWorkBoardFilter,
  parseWorkBoardQuery,
  WorkBoardGroupLinks,
  type WorkBoardQuery,
} from './work-board-links.tsx'
import { boardForms, DELIVERABLE_PROOF_FORM_NAME } from './work-forms.ts'

const PAGE_SIZE = 20

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const counts = await call(countWorkBoardGroupsEndpoint, {})
  const firstGroup = workBoardGroups.find((group) => getWorkBoardGroupCount(counts, group) > 0)
  const pageQuery = parseWorkBoardQuery(new URL(request.url).searchParams, firstGroup)
  const { page, ...filter } = pageQuery
  const [work, users, packages] = await Promise.all([
    loadListPage(page, PAGE_SIZE, (paging) => call(listWorkBoardRowsEndpoint, { query: { ...paging, ...filter } })),
    call(listAdminUsersEndpoint, {}),
    loadContentRecords(call, pricingPackage),
  ])
  // The emails of the admins who can log in.
  const team = users.filter(({ _state }) => _state === 'active').map(({ userEmail }) => userEmail)
  return { pageQuery, work, counts, team, packages: packages.map(({ packageName }) => packageName) }
}

export const action = createNamedFormsAction(boardForms)

const emptyTexts: Record<WorkBoardGroupName, string> = {
  late: 'Nothing is late.',
  'due this week': 'Nothing is due this week.',
  'coming up': 'Nothing is coming up.',
  'changes requested': 'No client has asked for changes.',
  approved: 'No approved draft waits to be delivered.',
  'waiting for client': 'You aren’t waiting for any clients.',
  'client answered': 'No client has answered what you need.',
  'waiting for approval': 'No drafts are waiting for an answer.',
  'waiting for our answer': 'No client has written about a draft.',
  'message waiting': 'No client waits for an answer.',
  'stop requested': 'No client asks to stop.',
  'waiting for choice': 'No client has to choose about a missed part.',
  'decision due': 'No client’s choice waits for you.',
  'ready to deliver': 'No orders are ready to be marked delivered.',
  'ready to start': 'No orders are ready to start.',
  'no start date': 'Every client has sent their answers.',
}

/** Shows what the team has to do, by date, with one button for each next step. */
export function Page() {
  const { pageQuery, work, counts, team, packages } = useLoaderData<typeof loader>()
  const submission = useFormSubmission('step', work)
  const proving = useFormSubmission(DELIVERABLE_PROOF_FORM_NAME, work)
  const selecting = useFormSubmission('selected', work)
  return (
    <AdminPage heading="Work" note="What you promised, by date">
      <div className="grid gap-5 px-(--edge) pb-16">
        <WorkBoardGroupLinks counts={counts} filter={pageQuery} current={pageQuery.group} />
        <WorkFilter pageQuery={pageQuery} team={team} packages={packages} />
        <SubmissionError submission={submission} />
        <BoardTable
          key={`${buildWorkBoardUrl(pageQuery)} ${selecting.successCount}`}
          submission={submission}
          proving={proving}
          selecting={selecting}
        />
      </div>
    </AdminPage>
  )
}

type BoardForms = { submission: FormSubmission; proving: FormSubmission; selecting: FormSubmission }

/** Shows the rows of one group. What is selected doesn't outlast a step with it, or another group. */
function BoardTable({ submission, proving, selecting }: BoardForms) {
  const { pageQuery, work, team } = useLoaderData<typeof loader>()
  const selection = useRowSelection()
  const { group = 'late', state } = pageQuery
  return (
    <div className="grid grid-cols-1 gap-5 [--least-name:9rem]">
      {!isBoardOrderGroup(group) && 'records' in work && work.records.length > 0 && (
        <SelectedRowsForm rows={work.records} selection={selection} submission={selecting} team={team} />
      )}
      <PagedTable
        title={state ? deliverableStateLabels[state] : workBoardGroupLabels[group]}
        list={work}
        columns={buildColumns({ submission, proving, selection }, group)}
        getPageUrl={(page) => buildWorkBoardUrl({ ...pageQuery, page })}
        getRowMark={({ deliverable, hoursToAnswer }) =>
          deliverable?.isLate || (hoursToAnswer ?? 0) < 0 ? 'attention' : undefined
        }
        emptyContent={<p>{hasWorkBoardFilter(pageQuery) ? 'Nothing here matches these filters.' : emptyTexts[group]}</p>}
      />
    </div>
  )
}

type WorkFilterProps = { pageQuery: WorkBoardQuery; team: readonly string[]; packages: readonly string[] }

function WorkFilter({ pageQuery, team, packages }: WorkFilterProps) {
  const choice = { allLabel: 'All', className: 'lg:w-52' }
  const toChoices = (values: readonly string[]) => values.map((value) => [value, value] as const)
  return (
    <FilterForm
      key={buildWorkBoardUrl(pageQuery)}
      action={adminPaths.work}
      resetPath={buildWorkBoardUrl({ group: pageQuery.group, assignee: '', page: 1 })}
      className="grid-cols-2"
      isFiltered={hasWorkBoardFilter(pageQuery)}
    >
      {pageQuery.group && <input type="hidden" name="group" value={pageQuery.group} />}
      <FilterSelect {...choice} label="Who" name="assignee" value={pageQuery.assignee} choices={toChoices(team)} />
      <FilterSelect {...choice} label="Package" name="package" value={pageQuery.package} choices={toChoices(packages)} />
      <FilterSelect
        {...choice}
        label="State"
        name="state"
        value={pageQuery.state}
        choices={openDeliverableStates.map((state) => [state, deliverableStateLabels[state]] as const)}
      />
    </FilterForm>
  )
}

/** Says `3 hours left` or `2 hours late`, in opening hours. */
function formatHoursToAnswer(hours: number): string {
  const count = Math.floor(Math.abs(hours))
  const amount = count === 0 ? 'Less than an hour' : count === 1 ? '1 hour' : `${count} hours`
  return `${amount} ${hours < 0 ? 'late' : 'left'}`
}

type OrderRowTexts = { title: string; state: string; isReady: boolean; step: string; buildPath: (orderId: string) => string }

/** What a row says in the groups that hold orders instead of deliverables. */
const orderRowTexts: Record<BoardOrderGroup, OrderRowTexts> = {
  'message waiting': {
    title: 'Message',
    state: 'The client wrote last',
    isReady: true,
    step: 'Answer',
    buildPath: (orderId) => `${buildAdminOrderPath(orderId)}#${CONVERSATION_ANCHOR}`,
  },
  'stop requested': {
    title: 'Stop and refund',
    state: 'The client asks to stop',
    isReady: true,
    step: 'Answer',
    buildPath: buildOrderWorkPath,
  },
  'waiting for choice': {
    title: 'Parts that weren’t delivered',
    state: 'The client chooses',
    isReady: false,
    step: 'Open',
    buildPath: buildOrderWorkPath,
  },
  'decision due': {
    title: 'Parts that weren’t delivered',
    state: 'The client chose',
    isReady: true,
    step: 'Act on it',
    buildPath: buildOrderWorkPath,
  },
  'ready to deliver': {
    title: 'The whole order',
    state: 'All parts done',
    isReady: true,
    step: 'Deliver',
    buildPath: buildAdminOrderPath,
  },
  'ready to start': {
    title: 'Start of the month',
    state: 'No answers missing',
    isReady: true,
    step: 'Start the month',
    buildPath: buildOrderWorkPath,
  },
  'no start date': {
    title: 'Start of the month',
    state: 'No answers yet',
    isReady: false,
    step: 'Open',
    buildPath: buildOrderWorkPath,
  },
}

type RowForms = { submission: FormSubmission; proving: FormSubmission; selection: RowSelectionState }

function buildColumns(
  { submission, proving, selection }: RowForms,
  group: WorkBoardGroupName,
): readonly Column<OrderOrDeliverableBoardRow>[] {
  const orderTexts = isBoardOrderGroup(group) ? orderRowTexts[group] : undefined
  return [
    ...(orderTexts
      ? []
      : [buildCheckboxColumn<OrderOrDeliverableBoardRow>({ selection, describe: ({ deliverable }) => deliverable?.title })]),
    {
      title: 'Deliverable',
      kind: 'name',
      renderCell: ({ _id, order, deliverable }) => (
        <>
          <Link
            to={deliverable ? buildAdminDeliverablePath(order._id, _id) : buildOrderWorkPath(order._id)}
            className="underline wrap-anywhere"
          >
            {deliverable?.title ?? orderTexts?.title}
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
      renderCell: ({ deliverable, paidAt, hoursToAnswer }) =>
        deliverable ? (
          formatDueDate(deliverable)
        ) : hoursToAnswer !== null ? (
          formatHoursToAnswer(hoursToAnswer)
        ) : (
          <span>Paid {paidAt && <DateTime at={paidAt} />}</span>
        ),
    },
    {
      title: 'State',
      renderCell: ({ deliverable, missingAccess }) =>
        deliverable ? (
          <DeliverableStateChip {...deliverable} />
        ) : (
          <span>
            <Chip tone={orderTexts?.isReady ? 'success' : 'neutral'}>{orderTexts?.state}</Chip>
            {group === 'ready to start' && missingAccess.length > 0 && (
              <span className="block text-help text-muted wrap-anywhere">No access yet: {missingAccess.join(', ')}</span>
            )}
          </span>
        ),
    },
    {
      title: 'Who',
      renderCell: ({ deliverable }) => <AssigneeEmail email={deliverable?.assignee} />,
    },
    {
      title: 'Next step',
      kind: 'actions',
      renderCell: ({ _id, order, deliverable }) =>
        deliverable ? (
          <UsualStep orderId={order._id} deliverable={{ ...deliverable, _id }} submission={submission} proving={proving} />
        ) : (
          orderTexts && (
            <Link to={orderTexts.buildPath(order._id)} className={getButtonClass(orderTexts.isReady ? 'filled' : 'outline')}>
              {orderTexts.step}
              <span className="sr-only"> order {order.number}</span>
            </Link>
          )
        ),
    },
  ]
}
