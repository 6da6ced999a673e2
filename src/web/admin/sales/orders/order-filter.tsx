import { businessMonth, monthsUpTo } from '../../../../contract/grammar/business-days.ts'
import { orderStatuses, paymentStatuses } from '../../../../contract/sales/order-states.ts'
import { useTimeZone } from '../../shell/frame-data.ts'
import { monthName } from '../../shell/months.ts'
import { FilterChoice, FilterForm, FilterWords } from '../../shell/search-form.tsx'
import { adminPaths } from '../../site-map.ts'
import { type OrderFilter as Filter, isNarrowed } from './orders-url.ts'

/** How many months are offered, and one that was asked for besides: three years of bookkeeping. */
const MONTHS = 36

type Props = { filter: Filter /** Epoch ms. */; now: number }

/** Narrows the list by words, statuses and month. */
export function OrderFilter({ filter, now }: Props) {
  const recent = monthsUpTo(businessMonth(useTimeZone(), now), MONTHS).toReversed()
  const months = filter.month && !recent.includes(filter.month) ? [...recent, filter.month] : recent
  const choice = { all: 'All', className: 'lg:w-40' }
  const asThey = (choices: readonly string[]) => choices.map((one) => [one, one] as const)
  return (
    <FilterForm action={adminPaths.orders} className="grid-cols-2" isNarrowed={isNarrowed(filter)}>
      <FilterWords placeholder="Number, customer or package" search={filter.search} className="col-span-2 lg:basis-72" />
      <FilterChoice
        {...choice}
        label="Payment"
        name="paymentStatus"
        value={filter.paymentStatus}
        choices={asThey(paymentStatuses)}
      />
      <FilterChoice {...choice} label="Status" name="orderStatus" value={filter.orderStatus} choices={asThey(orderStatuses)} />
      <FilterChoice
        {...choice}
        label="Month"
        name="month"
        value={filter.month}
        choices={months.map((month) => [month, monthName(month, 'long')] as const)}
      />
    </FilterForm>
  )
}
