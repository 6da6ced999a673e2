import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { formatDollars } from '#contract/core/money.ts'
import type { OrderTimelineStep } from '#contract/sales/customer-payment.ts'
import type { ConversationSide } from '#contract/work/conversation.ts'
import type { DeliverableChoice } from '#contract/work/deliverable-choice.ts'
import { type DeliverableState, isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { describeDeliverableOutcome } from './describe-deliverable-outcome.ts'
import { getLastPageNumber, parsePageNumber } from './lists/load-list-page.ts'
import { Pager } from './lists/pager.tsx'

type TimelineEntry = { at: number; text: string; part?: Pick<Deliverable, '_id' | 'title'> }

/** What an entry calls the client: as the subject, and as the object. */
type ClientName = { client: string; object: string; owner: string }

const clientNames: Readonly<Record<ConversationSide, ClientName>> = {
  customer: { client: 'You', object: 'you', owner: 'your' },
  team: { client: 'The client', object: 'the client', owner: 'the client’s' },
}

export const TIMELINE_ANCHOR = 'order-timeline'
const PAGE_PARAM = 'timeline'
const PAGE_SIZE = 20

type Props = {
  work: OrderWork | undefined
  /** What happened to the order and its payment. */
  steps: readonly OrderTimelineStep[]
  /** The side that reads the page. */
  viewer: ConversationSide
  renderTime: (at: number) => ReactNode
  getPartUrl: (id: string) => string
}

/** Lists what happened to an order and its parts, newest first, a page at a time (P-352). */
export function OrderTimeline({ work, steps, viewer, renderTime, getPartUrl }: Props) {
  const entries = buildTimeline(work, steps, clientNames[viewer])
  const lastPage = getLastPageNumber(entries.length, PAGE_SIZE)
  const page = Math.min(parsePageNumber(useSearchParams()[0], PAGE_PARAM), lastPage)
  const first = (page - 1) * PAGE_SIZE
  return (
    <>
      <ol className="timeline-list">
        {entries.slice(first, first + PAGE_SIZE).map(({ at, text, part }) => (
          <li key={`${at} ${text} ${part?._id}`}>
            {renderTime(at)}
            <p className="wrap-anywhere">
              {part && (
                <>
                  <a href={getPartUrl(part._id)} className="underline">
                    {part.title}
                  </a>
                  {': '}
                </>
              )}
              {text}
            </p>
          </li>
        ))}
      </ol>
      {lastPage > 1 && (
        <Pager
          listTitle="the timeline"
          page={page}
          lastPage={lastPage}
          getPageUrl={(number) => `?${PAGE_PARAM}=${number}#${TIMELINE_ANCHOR}`}
        />
      )}
    </>
  )
}

function buildTimeline(work: OrderWork | undefined, steps: readonly OrderTimelineStep[], name: ClientName): TimelineEntry[] {
  const { brief, stop, deliverables = [] } = work ?? {}
  const entries: TimelineEntry[] = [
    ...steps.map(({ at, kind, amount }) => ({ at, text: orderSteps[kind](name, amount ? formatDollars(amount) : '') })),
    ...(brief?.sentAt ? [{ at: brief.sentAt, text: `${name.client} sent the answers to our questions` }] : []),
    ...(stop?.request ? [{ at: stop.request.requestedAt, text: `${name.client} asked to stop and get money back` }] : []),
    ...deliverables.flatMap((part) => listPartEntries(part, name).map((entry) => ({ ...entry, part }))),
  ]
  return entries.toSorted((a, b) => b.at - a.at)
}

function listPartEntries(part: Deliverable, name: ClientName): TimelineEntry[] {
  const steps = part.history.flatMap((step, index) => {
    const before = part.history[index - 1]?.state
    const isResumed = before !== undefined && !isOpenDeliverableState(before) && isOpenDeliverableState(step.state)
    const text = isResumed ? 'We took it up again' : partSteps[step.state]?.(name, step)
    return text ? [{ at: step.at, text }] : []
  })
  const choices = part.choices.map(({ at, kind, by }) => ({
    at,
    text: by === 'client' ? `${name.client} chose ${choiceTexts[kind]}` : 'There was no choice in time, so we finish it now',
  }))
  const outcome = describeDeliverableOutcome({ ...part, carriedFrom: null })
  // It may have made the last step, which it stands above.
  const outcomeAt = Math.max(part.outcome?.at ?? 0, part.history.at(-1)?.at ?? 0)
  return [...(outcome ? [{ at: outcomeAt, text: outcome }] : []), ...steps, ...choices]
}

const choiceTexts: Readonly<Record<DeliverableChoice, string>> = {
  finish: 'that we finish it now',
  carry: 'that the next month delivers it',
  refund: 'the refund of its share',
}

/** The steps of a part that the timeline names. */
const partSteps: Partial<Record<DeliverableState, (name: ClientName, step: Deliverable['history'][number]) => string>> = {
  'waiting for client': ({ object }) => `We asked ${object} for something`,
  'waiting for approval': ({ client }, { by, draftNumber }) =>
    by === 'team' ? `We sent draft ${draftNumber}` : `${client} took back the approval of draft ${draftNumber}`,
  'changes requested': ({ client }, { draftNumber }) => `${client} asked for changes to draft ${draftNumber}`,
  approved: ({ client }, { draftNumber }) => `${client} approved draft ${draftNumber}`,
  delivered: () => 'We delivered it',
  'not delivered': () => 'We didn’t deliver it',
  canceled: () => 'We canceled it',
}

/** `amount` is formatted, and empty if the step has none. */
const orderSteps: Readonly<Record<OrderTimelineStep['kind'], (name: ClientName, amount: string) => string>> = {
  placed: ({ client }) => `${client} placed the order`,
  handedOver: ({ client }) => `${client} went to the payment page`,
  cancelled: ({ client }) => `${client} canceled the payment`,
  pending: () => 'A payment is on its way and being checked',
  failed: () => 'A payment didn’t go through',
  paid: ({ owner }, amount) => `We received ${owner} payment${amount && ` of ${amount}`}`,
  refunded: ({ object }, amount) => `${amount || 'The payment'} was refunded to ${object}`,
  reversed: (_, amount) => `The payment${amount && ` of ${amount}`} was reversed`,
  reversalCancelled: (_, amount) => `The payment${amount && ` of ${amount}`} was returned to us`,
  takenBack: () => 'We marked the payment as received by mistake, and undid that',
  delivered: () => 'We marked the order delivered',
  reopened: () => 'Work continues',
}
