import { listMonthsUpTo, toBusinessMonth } from '../../../../contract/core/business-days-and-months.ts'
import { orderStatuses, paymentStatuses } from '../../../../contract/sales/order-and-payment-statuses.ts'
import { adminPaths } from '../../admin-paths.ts'
import { useBusinessTimeZone } from '../../shell/admin-layout-data.ts'
import { FilterForm, FilterFormSearchField, FilterSelect } from '../../shell/list-search-and-filter.tsx'
import { formatMonthLabel } from '../../shell/month-and-day-labels.ts'
import { type OrderFilterFields as Filter, hasOrderFilter } from './orders-url.ts'

/** Three years of bookkeeping. The choices also include an older month that the URL names. */
const MONTH_CHOICES = 36

type Props = { filter: Filter /** Epoch ms. */; now: number }

export function OrderFilterForm({ filter, now }: Props) {
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
