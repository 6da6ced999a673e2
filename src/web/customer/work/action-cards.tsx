import type { ReactNode } from 'react'
import { formatDollars } from '#contract/core/money.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { OrderAccessList } from '#contract/work/access.ts'
import type { Brief } from '#contract/work/brief.ts'
import { type CustomerActionItem, listCustomerActionItemsEndpoint } from '#contract/work/customer-action-items.ts'
import { describeChoiceDeadline } from '#contract/work/deliverable-choice.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { isStopAsked } from '#contract/work/stop-request.ts'
import { CONVERSATION_ANCHOR } from '../../conversation/conversation-forms.ts'
import { ignoreTemporaryError } from '../../temporary-failures.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { describeOrderNextStep } from '../order-status.tsx'
import { ACCESS_ANCHOR } from './access-list.tsx'
import { describeStopRequest } from './stop-section.tsx'

type Props = {
  /** The id of the card's heading. */
  id: string
  label: string
  title: ReactNode
  children: ReactNode
  /** The one thing to do. */
  button: ReactNode
}

/** Says what waits for the customer, with the button that does it. */
export function ActionCard({ id, label, title, children, button }: Props) {
  return (
    <section aria-labelledby={id} className="action-card">
      <HouseIllustration />
      <div>
        <div>
          <p>{label}</p>
          <h2 id={id}>{title}</h2>
          <p>{children}</p>
        </div>
        {button}
      </div>
    </section>
  )
}

function HouseIllustration() {
  return (
    <svg viewBox="0 0 140 96" aria-hidden="true" className="action-card-house">
      <path className="house-fill" d="M20 44h80v48H20z" />
      <path d="M2 92h136M20 44v48M100 44v48M12 48 60 10l48 38M76 23V12h8v17M30 56h16v18H30zM38 56v18M30 65h16M72 56h16v18H72zM80 56v18M72 65h16" />
      <path className="house-tree" d="M120 92V66m0 4c-15 0-15-34 0-34s15 34 0 34z" />
      <path className="house-door" d="M54 92V64h12v28z" />
    </svg>
  )
}

/** Reminds the customer of an unpaid order and links the payment. */
export function UnpaidOrderBanner({ order: { _id, _number, packageName, packagePrice, orderDate } }: { order: Order }) {
  return (
    <ActionCard
      id="unpaid-order"
      label="Action needed"
      title={
        <>
          Order <a href={`/my-order/${_id}`}>{_number}</a> ({packageName}) is awaiting payment
        </>
      }
      button={<LinkButton href={`/pay-now/${_id}`}>Pay Now, {formatDollars(packagePrice)}</LinkButton>}
    >
      Placed {orderDate}. We start when payment clears.
    </ActionCard>
  )
}

/** Asks for the client's answers until they are sent. */
export function UnsentBriefCard({ order: { _id }, brief }: { order: Order; brief: Brief | undefined }) {
  if (!isBriefOpen(brief)) return null
  const unanswered = brief.questions.filter(({ answer }) => answer.trim() === '').length
  return <BriefLinkCard order={{ _id }} unanswered={unanswered} isFirst />
}

type LinkCardProps = Pick<Props, 'title' | 'children'> & {
  id: string
  /** The card names the number, if it has one. */
  order: { _id: string; number?: number }
  href: string
  linkText: string
  /** Only the first card of a page has a filled button. */
  isFirst: boolean
}

/** Says what an order waits for, with the link to it. */
function LinkCard({ id, order, title, href, linkText, isFirst, children }: LinkCardProps) {
  const button = (
    <LinkButton href={href} buttonStyle={isFirst ? undefined : 'outline'}>
      {linkText}
    </LinkButton>
  )
  return (
    <ActionCard id={id} label={formatWaitingForYouLabel(order)} title={title} button={button}>
      {children}
    </ActionCard>
  )
}

type CardProps = Pick<LinkCardProps, 'order' | 'isFirst'>

/** Leads to the questions of an order. */
function BriefLinkCard({ unanswered, ...card }: CardProps & { unanswered: number }) {
  const { _id } = card.order
  const link = { href: buildBriefPath(_id), linkText: 'Answer the questions' }
  return (
    <LinkCard {...card} {...link} id={`answers-${_id}`} title="Tell us about your business">
      {describeUnanswered(unanswered)}
    </LinkCard>
  )
}

/** Names the accesses that the client hasn't given yet, and leads to their list. */
function AccessCard({ names, ...card }: CardProps & { names: readonly string[] }) {
  const { _id } = card.order
  const link = { href: `/my-order/${_id}#${ACCESS_ANCHOR}`, linkText: 'Give access' }
  return (
    <LinkCard {...card} {...link} id={`access-${_id}`} title="Please give us access">
      {`Not yet: ${names.join(', ')}`}
    </LinkCard>
  )
}

/** Leads to the choices about what the month didn't deliver. */
function ChoicesCard({ chooseBy, ...card }: CardProps & Pick<CustomerActionItem, 'chooseBy'>) {
  const { _id } = card.order
  const link = { href: `/my-order/${_id}`, linkText: 'See your choices' }
  return (
    <LinkCard {...card} {...link} id={`choices-${_id}`} title="Please choose what happens next">
      We didn’t deliver every part in time. For each one, we finish it, deliver it next month or refund it.{' '}
      {describeChoiceDeadline(chooseBy)}
    </LinkCard>
  )
}

function formatWaitingForYouLabel({ number }: { number?: number }): string {
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

type OrderActionItemsProps = {
  order: Order
  work: OrderWork
  brief: Brief | undefined
  access: OrderAccessList | undefined
}

/** Shows one card for each thing that an open order waits for. Says so if nothing does, or if the client asks to stop. */
export function OrderActionItems({ order, work, brief, access }: OrderActionItemsProps) {
  const { deliverables, startsOn, stop } = work
  if (stop.request && isStopAsked(stop)) return <p className="account-notice">{describeStopRequest(stop.request)}</p>
  const waiting = deliverables.filter(
    ({ state, isAnswered }) => state === 'waiting for approval' || (state === 'waiting for client' && !isAnswered),
  )
  const isOpen = order.orderStatus === 'Pending'
  const missing = (access?.items ?? []).flatMap(({ name, state }) => (state === 'not yet' ? [name] : []))
  if (!isOpen || !(isBriefOpen(brief) || missing.length > 0 || waiting.length > 0)) {
    if (deliverables.some(({ choice }) => choice?.state === 'asked')) return null
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
      {missing.length > 0 && <AccessCard order={{ _id: order._id }} names={missing} isFirst={!isBriefOpen(brief)} />}
      {waiting.map((deliverable, index) => (
        <DeliverableAwaitingCustomerCard
          key={deliverable._id}
          order={{ _id: order._id }}
          deliverable={deliverable}
          isFirst={index === 0 && missing.length === 0 && !isBriefOpen(brief)}
        />
      ))}
    </>
  )
}

type WaitingProps = CardProps & {
  deliverable: Pick<Deliverable, '_id' | 'title' | 'state' | 'waitingFor' | 'draftNumber'>
}

/** Names what the team needs, or links the draft to approve. */
function DeliverableAwaitingCustomerCard({ deliverable, ...card }: WaitingProps) {
  const { _id, title, state, waitingFor, draftNumber } = deliverable
  const { order } = card
  const link =
    state === 'waiting for approval'
      ? {
          href: buildCustomerDeliverablePath(order, deliverable),
          linkText: 'Read the draft',
          title: `${title}: draft ${draftNumber}`,
        }
      : { href: `/my-order/${order._id}#${CONVERSATION_ANCHOR}`, linkText: 'Write to us', title }
  return (
    <LinkCard {...card} {...link} id={`waiting-${_id}`}>
      {state === 'waiting for approval' ? 'Nothing goes live until you approve it.' : `We need: ${waitingFor}`}
    </LinkCard>
  )
}

export function buildCustomerDeliverablePath({ _id }: Pick<Order, '_id'>, deliverable: Pick<Deliverable, '_id'>): string {
  return `/my-order/${_id}/deliverable/${deliverable._id}`
}

/** Loads what the orders of a customer wait for. An admin's work stands in the admin area. */
export async function loadCustomerActionItems({ call, viewer }: PageRequestContext): Promise<CustomerActionItem[]> {
  if (viewer.kind === 'admin') return []
  return (await ignoreTemporaryError(call(listCustomerActionItemsEndpoint, {}))) ?? []
}

type CustomerActionCardsProps = {
  items: readonly CustomerActionItem[]
  /** A card above has the filled button. */
  followsCard: boolean
}

/** Shows a card for each thing that an order waits for. */
export function CustomerActionCards({ items, followsCard }: CustomerActionCardsProps) {
  return items.map(({ order, mustChoose, chooseBy, unanswered, access, deliverable }, index) => {
    const isFirst = index === 0 && !followsCard
    if (mustChoose) return <ChoicesCard key={`choices-${order._id}`} order={order} chooseBy={chooseBy} isFirst={isFirst} />
    if (access.length > 0) return <AccessCard key={`access-${order._id}`} order={order} names={access} isFirst={isFirst} />
    return deliverable ? (
      <DeliverableAwaitingCustomerCard key={deliverable._id} order={order} deliverable={deliverable} isFirst={isFirst} />
    ) : (
      <BriefLinkCard key={order._id} order={order} unanswered={unanswered ?? 0} isFirst={isFirst} />
    )
  })
}
