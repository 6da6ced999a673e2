import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { orderStatuses, paymentStatuses } from '../../../contract/order-states.ts'
import { Button } from '../parts/button.tsx'
import { monthName, monthsUntil } from '../parts/months.ts'
import { type OrderFilter as Filter, isNarrowed, ORDERS } from './address.ts'

/** How many months are offered, and one that was asked for besides: three years of bookkeeping. */
const MONTHS = 36

type Props = { filter: Filter /** Epoch ms. */; now: number }

/** Narrows the list; an address of its own, so that Back leads out of it and it can be kept. */
export function OrderFilter({ filter, now }: Props) {
  const recent = monthsUntil(now, MONTHS)
  const months = filter.month && !recent.includes(filter.month) ? [...recent, filter.month] : recent
  return (
    <search>
      <Form action={ORDERS} className="grid grid-cols-2 items-end gap-3 lg:flex lg:flex-wrap">
        <label className="col-span-2 block lg:grow lg:basis-72">
          <Label>Search</Label>
          <span className="relative block">
            <Search className="absolute top-3 left-3.5 size-5 text-muted" aria-hidden />
            <input
              type="search"
              name="search"
              placeholder="Number, customer or package"
              defaultValue={filter.search}
              className="control pl-11"
            />
          </span>
        </label>
        <Choice label="Payment" name="paymentStatus" value={filter.paymentStatus} choices={paymentStatuses} />
        <Choice label="Status" name="orderStatus" value={filter.orderStatus} choices={orderStatuses} />
        <Choice label="Month" name="month" value={filter.month} choices={months} nameOf={(month) => monthName(month, 'long')} />
        <span className="flex gap-3">
          <Button type="submit" look="outline" className="max-sm:grow">
            Show
          </Button>
          {isNarrowed(filter) && (
            <Link to={ORDERS} className="inline-flex min-h-11 items-center underline">
              Show all
            </Link>
          )}
        </span>
      </Form>
    </search>
  )
}

type ChoiceProps = {
  label: string
  name: string
  value: string | undefined
  choices: readonly string[]
  nameOf?: (choice: string) => string
}

/** Not within its label, or what can be chosen would be a part of its name. */
function Choice({ label, name, value, choices, nameOf = (choice) => choice }: ChoiceProps) {
  return (
    <div className="lg:w-40">
      <label htmlFor={name}>
        <Label>{label}</Label>
      </label>
      <select id={name} name={name} defaultValue={value ?? ''} className="control">
        <option value="">All</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {nameOf(choice)}
          </option>
        ))}
      </select>
    </div>
  )
}

function Label({ children }: { children: ReactNode }) {
  return <span className="mb-1 block text-help font-semibold text-muted">{children}</span>
}
