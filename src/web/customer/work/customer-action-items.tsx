import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { type CustomerActionItem, listCustomerActionItemsEndpoint } from '#contract/work/customer-action-items.ts'
import { ignoreTemporaryError } from '../../temporary-failures.ts'
import { DeliverableAwaitingCustomerCard } from './order-action-items.tsx'
import { BriefLinkCard } from './unsent-brief-card.tsx'

/** Loads what the orders of a customer wait for. An admin's work stands in the admin area. */
export async function loadCustomerActionItems({ call, viewer }: PageRequestContext): Promise<CustomerActionItem[]> {
  if (viewer.kind === 'admin') return []
  return (await ignoreTemporaryError(call(listCustomerActionItemsEndpoint, {}))) ?? []
}

type Props = {
  items: readonly CustomerActionItem[]
  /** A card above has the filled button. */
  followsCard: boolean
}

/** Shows a card for each thing that an order waits for. */
export function CustomerActionCards({ items, followsCard }: Props) {
  return items.map(({ order, unanswered, deliverable }, index) => {
    const isFirst = index === 0 && !followsCard
    return deliverable ? (
      <DeliverableAwaitingCustomerCard key={deliverable._id} order={order} deliverable={deliverable} isFirst={isFirst} />
    ) : (
      <BriefLinkCard key={order._id} order={order} unanswered={unanswered ?? 0} isFirst={isFirst} />
    )
  })
}
