import type { Order } from '#contract/sales/orders.ts'
import type { Brief } from '#contract/work/brief.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ActionCard } from '../action-card.tsx'

/** Asks for the client's answers until they are sent. */
export function UnsentBriefCard({ order: { _id }, brief }: { order: Order; brief: Brief | undefined }) {
  if (!isBriefOpen(brief)) return null
  const unanswered = brief.questions.filter(({ answer }) => answer.trim() === '').length
  return <BriefLinkCard order={{ _id }} unanswered={unanswered} isFirst />
}

type AnswersProps = {
  /** The card names the number, if it has one. */
  order: { _id: string; number?: number }
  unanswered: number
  isFirst: boolean
}

/** Leads to the questions of an order. Only the first card of a page has a filled button. */
export function BriefLinkCard({ order, unanswered, isFirst }: AnswersProps) {
  return (
    <ActionCard
      id={`answers-${order._id}`}
      label={formatWaitingForYouLabel(order)}
      title="Tell us about your business"
      button={
        <LinkButton href={buildBriefPath(order._id)} buttonStyle={isFirst ? undefined : 'outline'}>
          Answer the questions
        </LinkButton>
      }
    >
      {describeUnanswered(unanswered)}
    </ActionCard>
  )
}

export function formatWaitingForYouLabel({ number }: { number?: number }): string {
  return number === undefined ? 'Waiting for you' : `Waiting for you, order ${number}`
}

/** Returns true while the client can answer questions. */
export function isBriefOpen(brief: Brief | undefined): brief is Brief {
  return brief !== undefined && brief.sentAt === null && brief.questions.length > 0
}

export function buildBriefPath(orderId: string): string {
  return `/my-order/${orderId}/brief`
}

function describeUnanswered(unanswered: number): string {
  if (unanswered === 0) return 'Every question has an answer. Please send them.'
  return unanswered === 1 ? 'One question is left.' : `${unanswered} questions are left. You can save and finish later.`
}
