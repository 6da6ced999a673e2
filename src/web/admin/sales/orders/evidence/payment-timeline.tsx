import { formatDateWithWeekday, formatTimeWithSeconds } from '#contract/core/format-date-time.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import { useBusinessTimeZone } from '#web/admin/shell/admin-layout-data.ts'
import { AdminSection } from '#web/admin/shell/admin-section.tsx'
import { PaymentStatusChip } from '../payment-chips.tsx'
import { buildTimelineEntries, groupTimelineEntriesByDay, type TimelineEntry } from './timeline-entries.ts'

/** Lists what happened to an order's money, in the business's time zone. */
export function PaymentTimeline({ order, evidence }: { order: Order; evidence: PaymentEvidenceReply }) {
  const timeZone = useBusinessTimeZone()
  const days = groupTimelineEntriesByDay(buildTimelineEntries(order, evidence), (at) => formatDateWithWeekday(timeZone, at))
  return (
    <AdminSection headingId="timeline-title" heading="Payment history">
      <div className="grid gap-5 px-4 pb-5 md:px-5">
        {days.map(({ day, steps }) => (
          <div key={day}>
            <h3 className="mb-2 text-help font-semibold text-muted">{day}</h3>
            <ol className="timeline">
              {steps.map((step, index) => (
                // Two entries may have equal content.
                // biome-ignore lint/suspicious/noArrayIndexKey: new entries only ever come at the end
                <TimelineItem key={index} step={step} time={formatTimeWithSeconds(timeZone, step.at)} />
              ))}
            </ol>
          </div>
        ))}
      </div>
    </AdminSection>
  )
}

function TimelineItem({ step: { at, title, detail, tone, leadsTo }, time }: { step: TimelineEntry; time: string }) {
  return (
    <li data-look={tone}>
      <time dateTime={new Date(at).toISOString()}>{time}</time>
      <div>
        <p className="font-semibold">{title}</p>
        {detail && <p className="text-muted">{detail}</p>}
      </div>
      {leadsTo !== null && (
        <p>
          <span className="sr-only">From here on: </span>
          <PaymentStatusChip status={leadsTo} />
        </p>
      )}
    </li>
  )
}
