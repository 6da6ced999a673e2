import { Download } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listMonthsUpTo, toBusinessMonth } from '../../../../contract/core/business-days-and-months.ts'
import { orderStatuses, paymentStatuses } from '../../../../contract/sales/order-and-payment-statuses.ts'
import { listOrdersEndpoint } from '../../../../contract/sales/orders.ts'
import { createNamedFormsAction } from '../../../forms/form-action.ts'
import { ORDERS_LOAD_ERROR_CONSOLE_LINE } from '../../../lists/load-error.tsx'
import { loadListPage } from '../../../lists/load-list-page.ts'
import { getPageRequestContext } from '../../../page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { useBusinessTimeZone } from '../../shell/admin-layout-data.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { getButtonClass } from '../../shell/button.tsx'
import { FilterForm, FilterFormSearchField, FilterSelect } from '../../shell/list-search-and-filter.tsx'
import { formatMonthLabel } from '../../shell/month-and-day-labels.ts'
import { orderStatusForms } from './order-status-panel.tsx'
import { OrdersTable } from './orders-table.tsx'
import {
  buildAccountingCsvUrl,
  buildOrdersCsvUrl,
  buildOrdersUrl,
  type OrderFilterFields as Filter,
  hasOrderFilter,
  parseOrdersQuery,
} from './orders-url.ts'
import { selectedOrdersStatusForm } from './selected-orders-status-form.tsx'

/** Orders a page (P-114). */
const PAGE_SIZE = 10

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const pageQuery = parseOrdersQuery(new URL(request.url).searchParams)
  const { page, ...filter } = pageQuery
  const orders = await loadListPage(page, PAGE_SIZE, (paging) => call(listOrdersEndpoint, { query: { ...paging, ...filter } }))
  // Server and browser both render with this time, in epoch ms.
  return { pageQuery, now: Date.now(), orders }
}

export const action = createNamedFormsAction({ selected: selectedOrdersStatusForm, undoStatus: orderStatusForms.undoStatus })

/** Lists all orders, newest first (P-114). */
export function Page() {
  const { pageQuery, now, orders } = useLoaderData<typeof loader>()
  const { page: _, ...filter } = pageQuery
  return (
    <AdminPage
      heading="Orders"
      note="Newest first. The accounting file has payments and refunds by date."
      aside={
        <div className="flex flex-wrap gap-3 lg:ml-auto">
          <a href={buildOrdersCsvUrl(filter)} download className={getButtonClass('outline')}>
            <Download className="size-5" aria-hidden />
            Download as CSV
          </a>
          <a href={buildAccountingCsvUrl(filter)} download className={getButtonClass('outline')}>
            <Download className="size-5" aria-hidden />
            Accounting CSV
          </a>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-5 px-(--edge) pb-16 [--least-name:8rem]">
        <OrderFilterForm key={buildOrdersUrl(filter)} filter={filter} now={now} />
        <OrdersTable
          title={hasOrderFilter(filter) ? 'Orders found' : 'All orders'}
          list={orders}
          getPageUrl={(page) => buildOrdersUrl({ ...filter, page })}
          consoleMessage={ORDERS_LOAD_ERROR_CONSOLE_LINE}
          emptyContent={
            hasOrderFilter(filter) ? (
              <p>
                No order matches.{' '}
                <Link to={adminPaths.orders} className="inline-block py-0.5 underline">
                  Show all orders
                </Link>
              </p>
            ) : (
              <p>No orders yet. They appear here as soon as a customer orders.</p>
            )
          }
        />
      </div>
    </AdminPage>
  )
}

/** Three years of bookkeeping. The choices also include an older month that the URL names. */
const MONTH_CHOICES = 36

type FilterFormProps = { filter: Filter /** Epoch ms. */; now: number }

function OrderFilterForm({ filter, now }: FilterFormProps) {
  const recentMonths = listMonthsUpTo(toBusinessMonth(useBusinessTimeZone(), now), MONTH_CHOICES).toReversed()
  const months = filter.month && !recentMonths.includes(filter.month) ? [...recentMonths, filter.month] : recentMonths
  const choice = { allLabel: 'All', className: 'lg:w-40' }
  const toChoices = (values: readonly string[]) => values.map((value) => [value, value] as const)
  return (
    <FilterForm action={adminPaths.orders} className="grid-cols-2" isFiltered={hasOrderFilter(filter)}>
      <FilterFormSearchField
        placeholder="Number, customer or package"
        search={filter.search}
        className="col-span-2 lg:basis-72"
      />
      <FilterSelect
        {...choice}
        label="Payment"
        name="paymentStatus"
        value={filter.paymentStatus}
        choices={toChoices(paymentStatuses)}
      />
      <FilterSelect {...choice} label="Status" name="orderStatus" value={filter.orderStatus} choices={toChoices(orderStatuses)} />
      <FilterSelect
        {...choice}
        label="Month"
        name="month"
        value={filter.month}
        choices={months.map((month) => [month, formatMonthLabel(month, 'long')] as const)}
      />
    </FilterForm>
  )
}
