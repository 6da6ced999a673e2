import { ArrowRight, ExternalLink } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { listSubscribersEndpoint } from '#contract/inbox/subscribers.ts'
import { listReachedSiteWideLimitsEndpoint } from '#contract/operations/reached-site-wide-limits.ts'
import { listFollowUpsEndpoint } from '#contract/sales/customers.ts'
import { getLaunchChecklistEndpoint } from '#contract/sales/launch-checklist.ts'
import { listOrdersEndpoint } from '#contract/sales/orders.ts'
import { listReviewFlagsEndpoint } from '#contract/sales/payment-review-flags.ts'
import { getSalesTotalsEndpoint } from '#contract/sales/sales-totals.ts'
import { getVisitTotalsEndpoint } from '#contract/site/visits.ts'
import { countWorkBoardGroupsEndpoint } from '#contract/work/board.ts'
import { listUnreadConversationsEndpoint } from '#contract/work/conversation.ts'
import { listRenewalsEndpoint } from '#contract/work/renewals.ts'
import { createNamedFormsAction } from '../../forms/form-action.ts'
import { ORDERS_LOAD_ERROR_CONSOLE_LINE } from '../../lists/load-error.tsx'
import { buildListUrl, type LoadedListPage, loadListPage, parsePageNumber } from '../../lists/load-list-page.ts'
import { PagedTable } from '../../lists/paged-table.tsx'
import { loadContentRecords } from '../../load-content-records.ts'
import { getPageRequestContext } from '../../page-request-context.ts'
import { useRootData } from '../../root-route.tsx'
import { ignoreTemporaryError, loadOrReturnFailure } from '../../temporary-failures.ts'
import { adminPaths } from '../admin-paths.ts'
import { useFormSubmission } from '../forms/form-submission.tsx'
import { subscriberColumns } from '../inbox/subscribers/subscriber-columns.tsx'
import { buildOrderColumns } from '../sales/orders/order-columns.tsx'
import { useAdminLayoutData } from '../shell/admin-layout-data.ts'
import { AdminPage } from '../shell/admin-page.tsx'
import { getButtonClass } from '../shell/button.tsx'
import { LongDate } from '../shell/date-time.tsx'
import { WorkBoardGroupLinks } from '../work/work-board-links.tsx'
import { buildActionItems, formatNumberOfActionItems, loadUnsavedForms } from './action-items.ts'
import { ActionItemsPanel } from './action-items-panel.tsx'
import { AdminLinkCards } from './admin-link-cards.tsx'
import { LaunchChecklistPanel, SEARCH_ENGINES_FORM_NAME, searchEngineVisibilityForm } from './launch-checklist-panel.tsx'
import { SalesPanel } from './sales-panel.tsx'
import { VisitsPanel } from './visits-panel.tsx'

/** Rows a page of both tables (P-176). */
const PAGE_SIZE = 3
/** The overview counts at most this many follow-ups. */
const MAX_FOLLOW_UPS = 100

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const pageQuery = parseOverviewQuery(new URL(request.url).searchParams)
  const loaded = await resolveAll({
    sales: loadOrReturnFailure(() => call(getSalesTotalsEndpoint, {})),
    orders: loadListPage(pageQuery.orders, PAGE_SIZE, (paging) => call(listOrdersEndpoint, { query: { ...paging, search: '' } })),
    subscribers: loadListPage(pageQuery.subscribers, PAGE_SIZE, (paging) => call(listSubscribersEndpoint, { query: paging })),
    checklist: loadOrReturnFailure(() => call(getLaunchChecklistEndpoint, {})),
    paymentEmails: loadContentRecords(call, payeeEmail),
    visits: loadOrReturnFailure(() => call(getVisitTotalsEndpoint, {})),
    openFlags: ignoreTemporaryError(call(listReviewFlagsEndpoint, { query: { page: 1, size: 1, open: '1' } })),
    unsavedForms: ignoreTemporaryError(loadUnsavedForms(call)),
    reachedSiteWideLimits: ignoreTemporaryError(call(listReachedSiteWideLimitsEndpoint, {})),
    followUps: ignoreTemporaryError(call(listFollowUpsEndpoint, { query: { page: 1, size: MAX_FOLLOW_UPS } })),
    renewals: ignoreTemporaryError(call(listRenewalsEndpoint, { query: { page: 1, size: 1 } })),
    unreadOrders: ignoreTemporaryError(call(listUnreadConversationsEndpoint, { query: { page: 1, size: 1 } })),
    workCounts: ignoreTemporaryError(call(countWorkBoardGroupsEndpoint, {})),
  })
  // Server and browser both render with this time, in epoch ms.
  return { ...loaded, pageQuery, now: Date.now() }
}

/** Waits for all values of an object. */
async function resolveAll<T extends Record<string, Promise<unknown>>>(promises: T) {
  const entries = Object.entries(promises).map(async ([name, promise]) => [name, await promise])
  return Object.fromEntries(await Promise.all(entries)) as { [Name in keyof T]: Awaited<T[Name]> }
}

export const action = createNamedFormsAction({ [SEARCH_ENGINES_FORM_NAME]: searchEngineVisibilityForm })

/** Shows the admin's first page (P-175, P-176). */
export function Page() {
  const loaded = useLoaderData<typeof loader>()
  const { pageQuery, sales, orders, subscribers, checklist, workCounts = [] } = loaded
  const { messages, ...counts } = useAdminLayoutData()
  const { viewer } = useRootData()
  const submission = useFormSubmission(SEARCH_ENGINES_FORM_NAME)
  const actionItems = buildActionItems({
    ...counts,
    ...loaded,
    unreadSpam: messages?.spam.UnRead,
    renewalCount: loaded.renewals?.total,
    dueFollowUpCount: loaded.followUps?.records.filter(({ isDue }) => isDue).length,
  })
  return (
    <AdminPage
      title="Overview"
      heading="Welcome"
      note={
        <>
          <LongDate at={loaded.now} />. {formatNumberOfActionItems(actionItems.length)}
        </>
      }
      crumbs={[]}
      aside={
        <a href="/" className={`lg:ml-auto ${getButtonClass('outline')}`}>
          <ExternalLink className="size-5" strokeWidth={1.75} aria-hidden />
          View site
        </a>
      }
    >
      <div className="overview px-(--edge) pb-16">
        <ActionItemsPanel
          items={actionItems}
          launchStepsLeft={'problem' in checklist ? 0 : checklist.checks.filter(({ isDone }) => !isDone).length}
        />
        <SalesPanel sales={sales} />
        {workCounts.some(({ count }) => count > 0) && (
          <section aria-labelledby="work-title" className="overview-wide grid grid-cols-1 gap-2">
            <h2 id="work-title" className="font-semibold">
              Work
            </h2>
            <WorkBoardGroupLinks counts={workCounts} />
          </section>
        )}
        <LaunchChecklistPanel checklist={checklist} submission={submission} />
        <AdminLinkCards
          orders={getTotal(orders)}
          undeliveredOrderCount={'problem' in sales ? undefined : sales.toDeliver}
          sampleKindCount={'problem' in checklist ? undefined : checklist.checks.find(({ check }) => check === 'samples')?.left}
          unreadMessages={counts.unreadMessages}
          subscribers={getTotal(subscribers)}
          email={viewer.kind === 'visitor' ? '' : viewer.email}
          payees={loaded.paymentEmails.map(({ _id, paypalEmail, _sample }) => ({
            id: _id,
            email: paypalEmail,
            isSample: _sample === true,
          }))}
        />
        <VisitsPanel visits={loaded.visits} />
        <PagedTable
          title="Orders"
          list={orders}
          columns={buildOrderColumns()}
          getPageUrl={(page) => buildOverviewUrl({ ...pageQuery, orders: page })}
          consoleMessage={ORDERS_LOAD_ERROR_CONSOLE_LINE}
          aside={<MoreLink to={adminPaths.orders}>All orders</MoreLink>}
          emptyContent={<p>No orders yet. They appear here as soon as a customer orders.</p>}
        />
        <PagedTable
          title="Subscribers"
          list={subscribers}
          columns={subscriberColumns}
          getPageUrl={(page) => buildOverviewUrl({ ...pageQuery, subscribers: page })}
          aside={<MoreLink to={adminPaths.subscribers}>All</MoreLink>}
          emptyContent={<p>No subscribers yet.</p>}
        />
      </div>
    </AdminPage>
  )
}

function MoreLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-2 font-semibold no-underline hover:underline">
      {children}
      <ArrowRight className="size-4.5" aria-hidden />
    </Link>
  )
}

function getTotal(list: LoadedListPage<unknown>): number | undefined {
  return 'problem' in list ? undefined : list.total
}

/** The page number of each table. */
type OverviewQuery = { orders: number; subscribers: number }

function parseOverviewQuery(params: URLSearchParams): OverviewQuery {
  return { orders: parsePageNumber(params, 'orders'), subscribers: parsePageNumber(params, 'subscribers') }
}

/** Returns the overview's URL without the number of a first page. */
function buildOverviewUrl({ orders, subscribers }: OverviewQuery): string {
  return buildListUrl(adminPaths.overview, { orders, subscribers })
}
