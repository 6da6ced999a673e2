import { formatCalendarDay } from '../../../contract/core/date-time-format.ts'
import type { Order } from '../../../contract/sales/orders.ts'
import type { Deliverable } from '../../../contract/work/deliverables.ts'
import type { OrderWork } from '../../../contract/work/order-work.ts'
import { describeOutcome } from '../../describe-outcome.ts'
import { getTone, StateChip, StateIcon } from './deliverable-state.tsx'
import { buildDeliverableUrl } from './needed-now.tsx'

type Props = { order: Order; work: Pick<OrderWork, 'deliverables' | 'progress' | 'startsOn'> }

/** Lists what was ordered, with the state of each part and how much is delivered. */
export function DeliverableList({ order, work: { deliverables, progress, startsOn } }: Props) {
  return (
    <section aria-labelledby="deliverables" className="deliverables">
      <div className="deliverables-head">
        <h2 id="deliverables" className="h3">
          What you ordered
        </h2>
        <p>
          {progress.delivered} of {progress.total} delivered
        </p>
      </div>
      <div className="progress-segments" aria-hidden="true">
        {deliverables.map((deliverable) => (
          <span key={deliverable._id} data-tone={getTone(deliverable)} />
        ))}
      </div>
      <ul>
        {deliverables.map((deliverable) => (
          <li key={deliverable._id}>
            <StateIcon {...deliverable} />
            <div>
              <h3>
                <a href={buildDeliverableUrl(order, deliverable)}>{deliverable.title}</a>
              </h3>
              <p>{[describe(deliverable), describeOutcome(deliverable)].filter(Boolean).join(' · ')}</p>
            </div>
            <StateChip {...deliverable} />
          </li>
        ))}
      </ul>
      {startsOn === null && <p className="deliverables-note">Each part gets a due date when the month starts.</p>}
    </section>
  )
}

function describe({ state, dueOn, waitingFor, reason, needsApproval, draftNumber }: Deliverable): string {
  const due = dueOn && `due ${formatCalendarDay(dueOn)}`
  if (state === 'delivered') return 'See what we delivered'
  if (state === 'not delivered' || state === 'canceled') return reason
  const facts = [
    state === 'waiting for client' && `We need: ${waitingFor}`,
    state === 'waiting for approval' && `Draft ${draftNumber} is ready for you`,
    state === 'planned' && needsApproval && 'You approve it before it goes live',
    due,
  ].filter((fact): fact is string => Boolean(fact))
  const text = facts.join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
