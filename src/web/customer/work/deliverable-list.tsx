import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { describeWorkProgress } from '#contract/sales/order-progress.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { buildOrderFileUrl } from '#contract/work/order-files.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { describeDeliverableOutcome } from '../../describe-deliverable-outcome.ts'
import { useBusinessFacts } from '../../layout/use-site-frame-content.ts'
import { PRICING_AFTER_PAYMENT_PATH } from '../after-payment.tsx'
import { buildCustomerDeliverablePath } from './action-cards.tsx'
import { CustomerDeliverableStateChip, DeliverableStateIcon, getDeliverableStateTone } from './deliverable-state.tsx'

type Props = {
  order: Order
  work: Pick<OrderWork, 'deliverables' | 'progress' | 'startsOn' | 'isMonthOver'>
  /** The pricing page says what follows if something isn't delivered. */
  hasPromises: boolean
}

/** Lists what was ordered, with the state of each part and how much is delivered. */
export function DeliverableList({ order, work: { deliverables, progress, startsOn, isMonthOver }, hasPromises }: Props) {
  return (
    <section aria-labelledby="deliverables" className="deliverables">
      <div className="deliverables-head">
        <h2 id="deliverables" className="h3">
          What you ordered
        </h2>
        <p>{describeWorkProgress(progress, isMonthOver || order.orderStatus === 'Delivered')}</p>
      </div>
      <div className="progress-segments" aria-hidden="true">
        {deliverables.map((deliverable) => (
          <span key={deliverable._id} data-tone={getDeliverableStateTone(deliverable)} />
        ))}
      </div>
      <ul>
        {deliverables.map((deliverable) => (
          <li key={deliverable._id}>
            <DeliverableStateIcon {...deliverable} />
            <div>
              <h3>
                <a href={buildCustomerDeliverablePath(order, deliverable)}>{deliverable.title}</a>
              </h3>
              {deliverable.state === 'delivered' ? (
                <Delivery order={order} deliverable={deliverable} />
              ) : (
                <p>{[describe(deliverable), describeDeliverableOutcome(deliverable)].filter(Boolean).join(' · ')}</p>
              )}
            </div>
            <CustomerDeliverableStateChip {...deliverable} />
          </li>
        ))}
      </ul>
      {startsOn === null && <p className="deliverables-note">Each part gets a due date when the month starts.</p>}
      {startsOn !== null && hasPromises && (
        <p className="deliverables-note">
          If we don’t deliver a part within the month, we finish it free or refund its share.{' '}
          <a href={PRICING_AFTER_PAYMENT_PATH}>How that works</a>
        </p>
      )}
    </section>
  )
}

/** Says when a part was delivered. Links to its proof, or to the page of the part if the proof is a text or several things. */
function Delivery({ order, deliverable }: { order: Order; deliverable: Deliverable }) {
  const { timeZone } = useBusinessFacts()
  const { history, proof } = deliverable
  const at = history.findLast(({ state }) => state === 'delivered')?.at
  const links = [proof?.url, proof?.file && buildOrderFileUrl(proof.file.id)].filter((link) => link !== undefined)
  const isOneLink = links.length === 1 && !proof?.note
  const origin = describeDeliverableOutcome(deliverable)
  return (
    <p>
      {at !== undefined && `${formatCalendarDay(toBusinessDay(timeZone, at))} · `}
      {origin && `${origin} · `}
      <a href={(isOneLink && links[0]) || buildCustomerDeliverablePath(order, deliverable)}>
        See what we delivered<span className="visually-hidden">: {deliverable.title}</span>
      </a>
    </p>
  )
}

function describe({ state, dueOn, waitingFor, isAnswered, reason, needsApproval, draftNumber }: Deliverable): string {
  const due = dueOn && `due ${formatCalendarDay(dueOn)}`
  if (state === 'not delivered' || state === 'canceled') return reason
  const facts = [
    state === 'waiting for client' && !isAnswered && `We need: ${waitingFor}`,
    state === 'waiting for approval' && `Draft ${draftNumber} is ready for you`,
    state === 'planned' && needsApproval && 'You approve it before it goes live',
    due,
  ].filter((fact): fact is string => Boolean(fact))
  const text = facts.join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
