import type { Order } from '../../../contract/sales/orders.ts'
import type { Brief } from '../../../contract/work/brief.ts'
import type { Deliverable } from '../../../contract/work/deliverables.ts'
import type { OrderWork } from '../../../contract/work/order-work.ts'
import { CONVERSATION_ID } from '../../conversation/conversation-forms.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ActionCard } from '../action-card.tsx'
import { BriefCard, isBriefOpen } from './brief-card.tsx'

type Props = { order: Order; work: OrderWork; brief: Brief | undefined }

/** Shows one card for each thing that waits for the client. Says so if nothing does. */
export function NeededNow({ order, work: { deliverables, startsOn }, brief }: Props) {
  const waiting = deliverables.filter(({ state }) => state === 'waiting for approval' || state === 'waiting for client')
  if (!isBriefOpen(brief) && waiting.length === 0) return <NothingNeeded startsOn={startsOn} />
  return (
    <>
      <BriefCard order={order} brief={brief} />
      {waiting.map((deliverable) => (
        <WaitingDeliverable key={deliverable._id} order={order} deliverable={deliverable} />
      ))}
    </>
  )
}

function NothingNeeded({ startsOn }: Pick<OrderWork, 'startsOn'>) {
  return (
    <p className="account-notice">
      {startsOn === null
        ? 'We need nothing from you now. We check our access, and then we start the month.'
        : 'We need nothing from you now.'}
    </p>
  )
}

/** Names what the team needs, or links the draft to approve. */
function WaitingDeliverable({ order, deliverable }: { order: Order; deliverable: Deliverable }) {
  const { _id, title, state, waitingFor, draftNumber } = deliverable
  const isDraft = state === 'waiting for approval'
  return (
    <ActionCard
      id={`waiting-${_id}`}
      label="Waiting for you"
      title={isDraft ? `${title}: draft ${draftNumber}` : title}
      button={
        isDraft ? (
          <LinkButton href={buildDeliverableUrl(order, deliverable)}>Read the draft</LinkButton>
        ) : (
          <LinkButton href={`#${CONVERSATION_ID}`}>Write to us</LinkButton>
        )
      }
    >
      {isDraft ? 'Nothing goes live until you approve it.' : waitingFor}
    </ActionCard>
  )
}

export function buildDeliverableUrl({ _id }: Pick<Order, '_id'>, deliverable: Pick<Deliverable, '_id'>): string {
  return `/my-order/${_id}/deliverable/${deliverable._id}`
}
