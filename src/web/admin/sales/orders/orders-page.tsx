import { Download } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { listMonthsUpTo, toBusinessMonth } from '#contract/core/business-calendar.ts'
import { STATUS_UNDO_WINDOW_MS } from '#contract/sales/order-status-endpoints.ts'
import { orderStatuses, paymentStatuses } from '#contract/sales/order-statuses.ts'
import { listOrdersEndpoint, type Order } from '#contract/sales/orders.ts'
import { createNamedFormsAction } from '#web/forms/form-action.ts'
import { ORDERS_LOAD_ERROR_CONSOLE_LINE } from '#web/lists/load-error.tsx'
import { loadListPage } from '#web/lists/load-list-page.ts'
import { DataTable, PagedPanel } from '#web/lists/paged-table.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { useBusinessTimeZone } from '../../shell/admin-layout-data.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Button, getButtonClass } from '../../shell/button.tsx'
import { formatMonthLabel } from '../../shell/calendar-labels.ts'
import { FilterForm, FilterFormSearchField, FilterSelect } from '../../shell/list-filters.tsx'
import { buildCheckboxColumn, SelectAll, useRowSelection } from '../../shell/row-selection.tsx'
import { buildOrderColumns } from './order-columns.tsx'
import { findStatusUndoButton, StatusUndoForm } from './order-status-form-parts.tsx'
import { orderStatusForms } from './order-status-panel.tsx'
import {
  buildAccountingCsvUrl,
  buildOrdersCsvUrl,
  buildOrdersUrl,
  type OrderFilterFields as Filter,
  hasOrderFilter,
  parseOrdersQuery,
} from './orders-url.ts'
import {
  DeliverSelectedQuestion,
  type SelectedOrdersQuestionOrResult,
  selectedOrdersStatusForm,
} from './selected-orders-status-form.tsx'

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
          <Link to={adminPaths.quotes} className={getButtonClass('outline')}>
            Quotes
          </Link>
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

type OrdersTableProps = Omit<ComponentProps<typeof PagedPanel<Order>>, 'children'>

/** Lists orders. An admin can select several and set their status (P-116). */
function OrdersTable(panel: OrdersTableProps) {
  const submission = useFormSubmission('selected', panel.list, findStatusUndoButton)
  const undoSubmission = useFormSubmission('undoStatus', panel.list)
  const selection = useRowSelection()
  const { search } = useLocation()
  const { changes = [], question, notice } = (submission.answer ?? {}) as SelectedOrdersQuestionOrResult
  const clearSelection = useEffectEvent(() => selection.select([]))
  useEffect(() => {
    if (notice) clearSelection()
  }, [notice])
  const undoAnswer = undoSubmission.answer
  const isUndone = undoAnswer?.error === undefined && undoAnswer?.values.changes === changes.join(' ')
  const columns = [
    buildCheckboxColumn<Order>({ selection, describe: ({ _number }) => `order ${_number}` }),
    ...buildOrderColumns(search),
  ]
  return (
    <div className="grid gap-5">
      <SubmissionError submission={undoSubmission} />
      {changes.length > 0 && !isUndone && (
        <StatusUndoForm key={changes.join()} submission={undoSubmission} changes={changes} undoFor={STATUS_UNDO_WINDOW_MS}>
          {changes.length === 1 ? '1 order changed.' : `${changes.length} orders changed.`} Delivery emails go out after 30
          seconds.
        </StatusUndoForm>
      )}
      {question && <DeliverSelectedQuestion question={question} submission={submission} />}
      <PagedPanel {...panel}>
        {(records, firstIndex, heading) => (
          <SubmissionForm submission={submission}>
            <div className="grid gap-3 px-4 pb-3 md:px-5">
              <SubmissionError submission={submission} />
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <SelectAll records={records} selection={selection} />
                {orderStatuses.toReversed().map((status) => (
                  <Button
                    key={status}
                    type="submit"
                    name="orderStatus"
                    value={status}
                    look="outline"
                    aria-disabled={submission.isBusy}
                  >
                    Mark {status}
                    <span className="sr-only">: the selected orders</span>
                  </Button>
                ))}
              </div>
            </div>
            <DataTable labelledBy={heading} columns={columns} records={records} firstIndex={firstIndex} />
          </SubmissionForm>
        )}
      </PagedPanel>
    </div>
  )
}
