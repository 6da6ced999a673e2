import type { Order } from '#contract/sales/orders.ts'
import type { Brief } from '#contract/work/brief.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { CONVERSATION_ANCHOR } from '../../conversation/conversation-forms.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ActionCard } from '../action-card.tsx'
import { describeOrderNextStep } from '../order-status.tsx'
import { formatWaitingForYouLabel, isBriefOpen, UnsentBriefCard } from './unsent-brief-card.tsx'

type Props = { order: Order; work: OrderWork; brief: Brief | undefined }

/** Shows one card for each thing that an open order waits for. Says so if nothing does. */
export function OrderActionItems({ order, work: { deliverables, startsOn }, brief }: Props) {
  const waiting = deliverables.filter(({ state }) => state === 'waiting for approval' || state === 'waiting for client')
  const isOpen = order.orderStatus === 'Pending'
  if (!isOpen || (!isBriefOpen(brief) && waiting.length === 0)) {
    const isChecking = isOpen && startsOn === null
    return (
      <p className="account-notice">
        {isChecking ? 'We’re checking our access. Then your month starts' : describeOrderNextStep(order)}. We don’t need anything
        from you right now.
      </p>
    )
  }
  return (
    <>
      <UnsentBriefCard order={order} brief={brief} />
      {waiting.map((deliverable, index) => (
        <DeliverableAwaitingCustomerCard
          key={deliverable._id}
          order={{ _id: order._id }}
          deliverable={deliverable}
          isFirst={index === 0 && !isBriefOpen(brief)}
        />
      ))}
    </>
  )
}

type WaitingProps = {
  /** The card names the number, if it has one. */
  order: { _id: string; number?: number }
  deliverable: Pick<Deliverable, '_id' | 'title' | 'state' | 'waitingFor' | 'draftNumber'>
  isFirst: boolean
}

/** Names what the team needs, or links the draft to approve. Only the first card of a page has a filled button. */
export function DeliverableAwaitingCustomerCard({ order, deliverable, isFirst }: WaitingProps) {
  const { _id, title, state, waitingFor, draftNumber } = deliverable
  const isDraft = state === 'waiting for approval'
  const href = isDraft ? buildCustomerDeliverablePath(order, deliverable) : `/my-order/${order._id}#${CONVERSATION_ANCHOR}`
  return (
    <ActionCard
      id={`waiting-${_id}`}
      label={formatWaitingForYouLabel(order)}
      title={isDraft ? `${title}: draft ${draftNumber}` : title}
      button={
        <LinkButton href={href} buttonStyle={isFirst ? undefined : 'outline'}>
          {isDraft ? 'Read the draft' : 'Write to us'}
        </LinkButton>
      }
    >
      {isDraft ? 'Nothing goes live until you approve it.' : `We need: ${waitingFor}`}
    </ActionCard>
  )
}

export function buildCustomerDeliverablePath({ _id }: Pick<Order, '_id'>, deliverable: Pick<Deliverable, '_id'>): string {
  return `/my-order/${_id}/deliverable/${deliverable._id}`
}
