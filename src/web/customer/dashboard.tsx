import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ReplyOf } from '../../contract/grammar/endpoint.ts'
import { type Order, ownOrderTotals } from '../../contract/sales/orders.ts'
import { DocumentForm } from '../forms/document-form.tsx'
import type { ListPage } from '../lists/list-page.ts'
import { useRoot } from '../root.tsx'
import { Icon } from '../ui/icon.tsx'
import { ArrowLink, LinkButton } from '../ui/link-button.tsx'
import { visitOf } from '../visit.ts'
import { CardStrip } from './card-strip.tsx'
import { CustomerPage } from './customer-page.tsx'
import { NeedsYou } from './needs-you.tsx'
import { OrdersTable } from './orders-table.tsx'
import { ifReadable, newestToPay, ON_DASHBOARD, readOwnOrders } from './own-orders.ts'

type Loaded = { orders: ListPage<Order>; toPay?: Order; totals?: ReplyOf<typeof ownOrderTotals> }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const visit = visitOf(context)
  const [orders, toPay, totals] = await Promise.all([
    readOwnOrders(visit, request, ON_DASHBOARD),
    ifReadable(newestToPay(visit)),
    ifReadable(visit.call(ownOrderTotals, {})),
  ])
  return { orders, toPay, totals }
}

/** Where people land after they log in (spec section 2): what waits for them comes first, for admins their way on. */
export function Page() {
  const { orders, toPay, totals } = useLoaderData<Loaded>()
  const { viewer } = useRoot()
  const isAdmin = viewer.kind === 'admin' || (viewer.kind === 'customer' && viewer.mustSetUpSecondFactor)
  return (
    <CustomerPage
      title="Welcome to User Dashboard"
      documentTitle="Dashboard"
      hasProblem={'problem' in orders}
      notice={
        <p className="dashboard-who">
          {isAdmin && <LinkButton href="/admin">Admin area</LinkButton>}
          {viewer.kind !== 'visitor' && <span>Logged in as {viewer.email}.</span>} <a href="/account">Your account</a>
        </p>
      }
      aside={
        <DocumentForm action="/sign-out" isPlain>
          <button type="submit" className="button button-plain">
            <Icon name="leave" />
            Signout
          </button>
        </DocumentForm>
      }
    >
      {toPay && <NeedsYou order={toPay} />}
      <CardStrip totals={totals} />
      <OrdersTable title="My Orders" list={orders} path="/dashboard" aside={<ArrowLink href="/my-order">All orders</ArrowLink>} />
    </CustomerPage>
  )
}
