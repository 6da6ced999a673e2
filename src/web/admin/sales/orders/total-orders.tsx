import { Download } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listOrders, type Order } from '../../../../contract/sales/orders.ts'
import { type ListPage, readListPage } from '../../../lists/list-page.ts'
import { PagedTable } from '../../../lists/paged-table.tsx'
import { visitOf } from '../../../visit.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { buttonClass } from '../../shell/button.tsx'
import { adminPaths } from '../../site-map.ts'
import { columns } from './columns.tsx'
import { OrderFilter } from './order-filter.tsx'
import { accountingFileOf, fileOf, isNarrowed, readUrl, type Shown, urlOf } from './orders-url.ts'

/** Spec section 9. */
const PAGE_SIZE = 10

/** `now`, in epoch ms, for server and browser alike. */
type Loaded = { shown: Shown; now: number; orders: ListPage<Order> }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const shown = readUrl(new URL(request.url).searchParams)
  const { page, ...filter } = shown
  const orders = await readListPage(page, PAGE_SIZE, (paging) => call(listOrders, { query: { ...paging, ...filter } }))
  return { shown, now: Date.now(), orders }
}

/** All orders (spec section 2), newest first. */
export function Page() {
  const { shown, now, orders } = useLoaderData<Loaded>()
  const { page: _, ...filter } = shown
  return (
    <AdminPage
      heading="Orders"
      note="Newest first. The first file holds the orders that are shown, on all pages. The accounting file holds payments and refunds by payment date, with invoice numbers and fees."
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Orders' }]}
      aside={
        <div className="flex flex-wrap gap-3 lg:ml-auto">
          <Link to={adminPaths.paymentsToCheck} className={buttonClass('outline')}>
            Payments to check
          </Link>
          <a href={fileOf(filter)} download className={buttonClass('outline')}>
            <Download className="size-5" aria-hidden />
            Download as CSV
          </a>
          <a href={accountingFileOf(filter)} download className={buttonClass('outline')}>
            <Download className="size-5" aria-hidden />
            Accounting CSV
          </a>
        </div>
      }
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        <OrderFilter key={urlOf(filter)} filter={filter} now={now} />
        <PagedTable
          title={isNarrowed(filter) ? 'Orders found' : 'All orders'}
          list={orders}
          columns={columns}
          addressOf={(page) => urlOf({ ...filter, page })}
          empty={
            isNarrowed(filter) ? (
              <p>
                No order matches.{' '}
                <Link to={adminPaths.orders} className="inline-block py-0.5 underline">
                  Show all orders
                </Link>
              </p>
            ) : (
              <p>No orders yet. They appear here as soon as a customer has ordered a package.</p>
            )
          }
        />
      </div>
    </AdminPage>
  )
}
