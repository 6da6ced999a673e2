import { formatLongDay, formatTime } from '../../../../../contract/grammar/business-time.ts'
import type { Order } from '../../../../../contract/sales/orders.ts'
import type { PaymentEvidence } from '../../../../../contract/sales/payment-evidence.ts'
import { useTimeZone } from '../../../shell/frame-data.ts'
import { StatusChip } from '../payment-chips.tsx'
import { byDay, type ToldStep, tellSteps } from './step-words.ts'

/** Lists what happened to an order's money, in the business's time zone. */
export function Timeline({ order, evidence }: { order: Order; evidence: PaymentEvidence }) {
  const timeZone = useTimeZone()
  const days = byDay(tellSteps(order, evidence), (at) => formatLongDay(timeZone, at))
  return (
    <section aria-labelledby="timeline-title" className="sheet">
      <header>
        <div>
          <h2 id="timeline-title">What happened to the money</h2>
          <p className="text-help text-muted">Facts are only ever added, and nobody types the status in.</p>
        </div>
      </header>
      <div className="grid gap-5 px-4 pb-5 md:px-5">
        {days.map(({ day, steps }) => (
          <div key={day}>
            <h3 className="mb-2 text-help font-semibold text-muted">{day}</h3>
            <ol className="timeline">
              {steps.map((step, index) => (
                // Two lines may be alike in everything but their place.
                // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
                <Line key={index} step={step} time={formatTime(timeZone, step.at)} />
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  )
}

function Line({ step: { at, title, detail, look, leadsTo }, time }: { step: ToldStep; time: string }) {
  return (
    <li data-look={look}>
      <time dateTime={new Date(at).toISOString()}>{time}</time>
      <div>
        <p className="font-semibold">{title}</p>
        {detail && <p className="text-muted">{detail}</p>}
      </div>
      {leadsTo !== null && (
        <p>
          <span className="sr-only">From here on: </span>
          <StatusChip status={leadsTo} />
        </p>
      )}
    </li>
  )
}
