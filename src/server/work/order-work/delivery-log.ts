import { toBusinessDay } from '#contract/core/business-calendar.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { downloadDeliveryLogEndpoint } from '#contract/work/order-work.ts'
import { type CsvColumns, writeCsv } from '#platform/http/csv.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { WorkDependencies } from './dependencies.ts'
import { loadOrderWork } from './load-order-work.ts'

type Delivery = { title: string } & Pick<Deliverable['history'][number], 'at' | 'proof'>

/** The columns of the log. It names no admin (P-264). */
const DELIVERY_LOG_COLUMNS: CsvColumns<Delivery> = [
  ['Delivered', ({ at }, timeZone) => toBusinessDay(timeZone, at)],
  ['What', ({ title }) => title],
  ['Link', ({ proof }) => proof?.url ?? ''],
  ['File', ({ proof }) => proof?.file?.name ?? ''],
  ['Note', ({ proof }) => proof?.note ?? ''],
]

/** Answers with the log of an order's deliveries (P-344). */
export function createDeliveryLogHandler(dependencies: WorkDependencies) {
  return defineHandler(downloadDeliveryLogEndpoint, async ({ params: { orderId } }, { person }) => {
    const { deliverables } = await loadOrderWork(dependencies, orderId, person)
    return writeCsv(DELIVERY_LOG_COLUMNS, [listDeliveries(deliverables)], await dependencies.timeZone())
  })
}

function listDeliveries(deliverables: readonly Deliverable[]): Delivery[] {
  return deliverables
    .flatMap(({ title, history }) => history.filter(({ state }) => state === 'delivered').map((step) => ({ ...step, title })))
    .toSorted((a, b) => a.at - b.at)
}
