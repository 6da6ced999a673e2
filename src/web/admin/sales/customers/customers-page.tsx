import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { formatDollars } from '#contract/core/money.ts'
import {
  type ListedCustomer,
  type ListedFollowUp,
  listCustomersEndpoint,
  listFollowUpsEndpoint,
} from '#contract/sales/customers.ts'
import { listRenewalsEndpoint, type Renewal } from '#contract/work/renewals.ts'
import { buildListUrl, loadListPage, parsePageNumber } from '#web/lists/load-list-page.ts'
import { type Column, PagedTable } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths, buildAdminCustomerPath } from '../../admin-paths.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Chip } from '../../shell/chip.tsx'
import { SearchBox } from '../../shell/list-filters.tsx'

const PAGE_SIZE = 10
const FOLLOW_UPS_PER_PAGE = 5

type CustomersQuery = { search: string; page: number; followUps: number; renewals: number }
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const params = new URL(request.url).searchParams
  const search = params.get('search')?.trim() ?? ''
  const pageQuery = {
    search,
    page: parsePageNumber(params),
    followUps: parsePageNumber(params, 'followUps'),
    renewals: parsePageNumber(params, 'renewals'),
  }
  const [customers, followUps, renewals] = await Promise.all([
    loadListPage(pageQuery.page, PAGE_SIZE, (paging) => call(listCustomersEndpoint, { query: { ...paging, search } })),
    loadListPage(pageQuery.followUps, FOLLOW_UPS_PER_PAGE, (paging) => call(listFollowUpsEndpoint, { query: paging })),
    loadListPage(pageQuery.renewals, FOLLOW_UPS_PER_PAGE, (paging) => call(listRenewalsEndpoint, { query: paging })),
  ])
  return { pageQuery, customers, followUps, renewals }
}

/** Lists the customers to follow up with, then everyone who ordered (P-208). */
export function Page() {
  const { pageQuery, customers, followUps, renewals } = useLoaderData<typeof loader>()
  const { search } = pageQuery
  return (
    <AdminPage
      heading="Customers"
      note="Everyone who ordered, by email. Notes and follow-up dates are private to your team."
      aside={<SearchBox key={search} action={adminPaths.customers} searchLabel="Email or name" search={search} />}
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <PagedTable
          title="Follow up"
          list={followUps}
          columns={followUpColumns}
          getPageUrl={(page) => buildCustomersUrl({ ...pageQuery, followUps: page })}
          emptyContent={<p>No follow-up dates. Set one on a customer’s page.</p>}
        />
        <PagedTable
          title="Months that end"
          list={renewals}
          columns={renewalColumns}
          getPageUrl={(page) => buildCustomersUrl({ ...pageQuery, renewals: page })}
          emptyContent={<p>No month ends this week without a next order.</p>}
        />
        <PagedTable
          title={search === '' ? 'All customers' : 'Customers found'}
          list={customers}
          columns={customerColumns}
          getPageUrl={(page) => buildCustomersUrl({ ...pageQuery, page })}
          emptyContent={
            search === '' ? (
              <p>No customers yet. They appear here with their first order.</p>
            ) : (
              <p>No email or name starts with “{search}”.</p>
            )
          }
        />
      </div>
    </AdminPage>
  )
}

function buildCustomersUrl({ search, page, followUps, renewals }: CustomersQuery): string {
  return buildListUrl(adminPaths.customers, { search, page, followUps, renewals })
}

const followUpColumns: readonly Column<ListedFollowUp>[] = [
  {
    title: 'Date',
    kind: 'figure',
    renderCell: ({ on, isDue }) => (
      <span className="flex items-center gap-2">
        {formatCalendarDay(on)}
        {isDue && <Chip tone="warning">Due</Chip>}
      </span>
    ),
  },
  { title: 'Customer', kind: 'name', renderCell: ({ _id }) => <span className="wrap-anywhere">{_id}</span> },
  { title: 'Reminder', renderCell: ({ note }) => <span className="wrap-anywhere">{note}</span> },
  { title: 'Open', kind: 'actions', renderCell: ({ _id }) => <CustomerLink email={_id} /> },
]

const renewalColumns: readonly Column<Renewal>[] = [
  { title: 'Ends', kind: 'figure', renderCell: ({ endsOn }) => formatCalendarDay(endsOn) },
  { title: 'Customer', kind: 'name', renderCell: ({ customerName }) => <span className="wrap-anywhere">{customerName}</span> },
  { title: 'Order', renderCell: ({ packageName, number }) => `${packageName}, order ${number}` },
  { title: 'Open', kind: 'actions', renderCell: ({ customerEmail }) => <CustomerLink email={customerEmail} /> },
]

const customerColumns: readonly Column<ListedCustomer>[] = [
  {
    title: 'Customer',
    kind: 'name',
    renderCell: ({ _id, name }) => (
      <span className="wrap-anywhere">
        <span className="block">{name}</span>
        <span className="block text-help font-normal text-muted">{_id}</span>
      </span>
    ),
  },
  { title: 'Orders', kind: 'amount', renderCell: ({ orders }) => orders },
  { title: 'Spent', kind: 'amount', renderCell: ({ spent }) => formatDollars(spent) },
  { title: 'Last order', kind: 'figure', renderCell: ({ lastOrderDate }) => lastOrderDate },
  { title: 'Month ends', kind: 'figure', renderCell: ({ monthEndsOn }) => monthEndsOn && formatCalendarDay(monthEndsOn) },
  { title: 'Not paid yet', kind: 'amount', renderCell: ({ toPay }) => toPay },
  { title: 'Open', kind: 'actions', renderCell: ({ _id }) => <CustomerLink email={_id} /> },
]

function CustomerLink({ email }: { email: string }) {
  return (
    <Link to={buildAdminCustomerPath(email)} className="inline-flex min-h-11 items-center font-semibold underline">
      Open<span className="sr-only"> {email}</span>
    </Link>
  )
}
