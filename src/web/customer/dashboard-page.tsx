import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import { formatDollars } from '#contract/core/money.ts'
import { getOwnOrderTotalsEndpoint } from '#contract/sales/orders.ts'
import { describeUnreadMessages, type UnreadConversation } from '#contract/work/conversation.ts'
import { HtmlForm } from '../forms/html-form.tsx'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { useRootData } from '../root-route.tsx'
import { ignoreTemporaryError } from '../temporary-failures.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { ArrowLink, FormButton, LinkButton } from '../ui/link-button.tsx'
import { CustomerPageFrame } from './customer-page.tsx'
import { OrdersTable } from './orders-table.tsx'
import {
  buildMessagesUrl,
  DASHBOARD_ORDERS_PAGE_SIZE,
  findNewestPayableOrder,
  loadOwnOrders,
  loadUnreadConversations,
} from './own-orders.ts'
import { CustomerActionCards, loadCustomerActionItems, UnpaidOrderBanner } from './work/action-cards.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = getPageRequestContext(context)
  const [orders, unpaidOrder, totals, unread, waiting] = await Promise.all([
    loadOwnOrders(visit, request, DASHBOARD_ORDERS_PAGE_SIZE),
    ignoreTemporaryError(findNewestPayableOrder(visit)),
    ignoreTemporaryError(visit.call(getOwnOrderTotalsEndpoint, {})),
    loadUnreadConversations(visit),
    loadCustomerActionItems(visit),
  ])
  return { orders, unpaidOrder, totals, unread, waiting }
}

/** Shows the dashboard (P-88), where people land after they log in (P-50). The unpaid order comes first, then what paid orders wait for. */
export function Page() {
  const { orders, unpaidOrder, totals, unread, waiting } = useLoaderData<typeof loader>()
  const { viewer } = useRootData()
  const isAdmin = viewer.kind === 'admin' || (viewer.kind === 'customer' && viewer.mustSetUpSecondFactor)
  return (
    <CustomerPageFrame
      title="Welcome to User Dashboard"
      documentTitle="Dashboard"
      hasProblem={'problem' in orders}
      notice={
        <p className="dashboard-who">
          {isAdmin && <LinkButton href="/admin">Go to admin overview</LinkButton>}
          {viewer.kind !== 'visitor' && <span>Logged in as {viewer.email}.</span>} <a href="/account">Your account</a>
        </p>
      }
      aside={
        <HtmlForm action="/sign-out" isNativeSubmit>
          <FormButton buttonStyle="plain">
            <Icon name="leave" />
            Signout
          </FormButton>
        </HtmlForm>
      }
    >
      {unpaidOrder && <UnpaidOrderBanner order={unpaidOrder} />}
      <CustomerActionCards items={waiting} followsCard={unpaidOrder !== undefined} />
      <UnreadConversationLinks conversations={unread} />
      <DashboardTotalsCards totals={totals} />
      <OrdersTable
        title="My Orders"
        list={orders}
        waiting={waiting}
        unread={unread}
        path="/dashboard"
        aside={<ArrowLink href="/my-order">All orders</ArrowLink>}
      />
    </CustomerPageFrame>
  )
}

/** How many orders with unread messages are linked above the others. */
const MAX_UNREAD_ORDERS = 3

/** Links the orders with unread messages. */
function UnreadConversationLinks({ conversations }: { conversations: readonly UnreadConversation[] }) {
  return conversations.slice(0, MAX_UNREAD_ORDERS).map(({ _id, number, unread }) => (
    <p key={_id} className="account-notice">
      <a href={buildMessagesUrl(_id)}>
        {describeUnreadMessages(unread)} about order {number}
      </a>
    </p>
  ))
}

type Totals = EndpointResult<typeof getOwnOrderTotalsEndpoint>

const MODE_LABELS = { live: '', sandbox: 'Sandbox', rehearsal: 'Rehearsal' } as const

/** Shows the dashboard's cards (P-89, P-90). If the totals failed to load, the cards still link their pages. */
function DashboardTotalsCards({ totals }: { totals: Totals | undefined }) {
  const { hours } = useBusinessFacts()
  return (
    <ul className="card-strip">
      <DashboardCard icon="receipt" name="My Orders" href="/my-order" figure={totals ? String(totals.orders) : 'See all'}>
        {totals && `${totals.toPay} to pay, ${totals.delivered} delivered`}
      </DashboardCard>
      <DashboardCard icon="card" name="Total Spent" href="/" figure={totals && `$ ${totals.spent} USD`}>
        {totals ? [MODE_LABELS[totals.mode], formatPaidOrders(totals)].filter(Boolean).join(': ') : 'We can’t show it right now.'}
      </DashboardCard>
      <DashboardCard icon="mail" name="Support" href="/contact" figure="Write or call">
        {hours.map(({ text }) => text).join(', ')}
      </DashboardCard>
    </ul>
  )
}

type CardProps = { icon: IconName; name: string; href: string; figure: string | undefined; children: ReactNode }

/** The whole card is one link, so that a screen reader reads name, figure and note together. */
function DashboardCard({ icon, name, href, figure, children }: CardProps) {
  return (
    <li>
      <a href={href}>
        <span className="card-name">
          <Icon name={icon} />
          {name}
        </span>{' '}
        {figure && <span className="card-figure">{figure}</span>} <span className="card-note">{children}</span>
      </a>
    </li>
  )
}

/** The card's figure counts full prices (P-90). The note says what was paid less what was refunded. */
function formatPaidOrders({ paid, refunded, net }: Totals): string {
  if (paid === 0 && Number(refunded) === 0) return 'No paid orders yet'
  const orders = paid === 1 ? 'On 1 paid order' : `On ${paid} paid orders`
  return Number(refunded) === 0 ? orders : `${orders}. ${formatDollars(net)} after ${formatDollars(refunded)} in refunds`
}
