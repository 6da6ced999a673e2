import type { PageVisit } from '../../../contract/core/page-rendering.ts'
import { listWaitingEndpoint, type WaitingItem } from '../../../contract/work/waiting.ts'
import { loadOrUndefined } from '../own-orders.ts'
import { AnswersCard } from './brief-card.tsx'
import { WaitingDeliverable } from './needed-now.tsx'

/** Loads what the orders of a customer wait for. An admin's work stands in the admin area. */
export async function loadWaitingItems({ call, viewer }: PageVisit): Promise<WaitingItem[]> {
  if (viewer.kind === 'admin') return []
  return (await loadOrUndefined(call(listWaitingEndpoint, {}))) ?? []
}

type Props = {
  items: readonly WaitingItem[]
  /** A card above has the filled button. */
  followsCard: boolean
}

/** Shows a card for each thing that an order waits for. */
export function WaitingItems({ items, followsCard }: Props) {
  return items.map(({ order, unanswered, deliverable }, index) => {
    const isFirst = index === 0 && !followsCard
    return deliverable ? (
      <WaitingDeliverable key={deliverable._id} order={order} deliverable={deliverable} isFirst={isFirst} />
    ) : (
      <AnswersCard key={order._id} order={order} unanswered={unanswered ?? 0} isFirst={isFirst} />
    )
  })
}
