import { ArrowRight, ExternalLink } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { paymentEmail } from '../../../contract/content/kinds/payment-email.ts'
import { listSubscribers, type Subscriber } from '../../../contract/inbox/subscribers.ts'
import { listReachedLimits, type ReachedLimit } from '../../../contract/operations/reached-limits.ts'
import { goingLive } from '../../../contract/sales/going-live.ts'
import { listOrders, type Order, salesTotals } from '../../../contract/sales/orders.ts'
import { listPaymentFlags, type PaymentFlagRecord } from '../../../contract/sales/payment-evidence.ts'
import { visitTotals } from '../../../contract/site/visits.ts'
import { readAll } from '../../content.ts'
import { formActions } from '../../forms/form-action.ts'
import { type ListPage, type LoadFailure, pageIn, readListPage, readOrFailure } from '../../lists/list-page.ts'
import { PagedTable } from '../../lists/paged-table.tsx'
import { useRoot } from '../../root.tsx'
import { visitOf } from '../../visit.ts'
import { useSaving } from '../forms/saving.tsx'
import { columns as subscriberColumns } from '../inbox/subscribers/columns.tsx'
import { columns } from '../sales/orders/columns.tsx'
import { AdminPage } from '../shell/admin-page.tsx'
import { buttonClass } from '../shell/button.tsx'
import { useFrameData } from '../shell/frame-data.ts'
import { Today } from '../shell/live.tsx'
import { adminPaths } from '../site-map.ts'
import { type CardFacts, Cards } from './cards.tsx'
import { type Launch, LaunchPanel } from './launch-panel.tsx'
import { needsInWords, needsOf } from './needs-me.ts'
import { NeedsPanel } from './needs-panel.tsx'
import { type Sales, SalesPanel } from './sales-panel.tsx'
import { SEARCH_ENGINES_FORM, searchEnginesForm } from './search-engines.tsx'
import { readUnsaved, type Unsaved } from './unsaved.ts'
import { type VisitCounts, VisitsPanel } from './visits-panel.tsx'

/** Spec section 9. */
const PAGE_SIZE = 3

type Loaded = {
  shown: Shown
  /** Epoch ms, so that server and browser speak of the same day. */
  now: number
  sales: Sales | LoadFailure
  orders: ListPage<Order>
  subscribers: ListPage<Subscriber>
  flags: ListPage<PaymentFlagRecord>
  launch: Launch | LoadFailure
  payees: CardFacts['payees']
  unsaved: Unsaved | LoadFailure | undefined
  visits: VisitCounts | LoadFailure
  reachedLimits: ReachedLimit[] | LoadFailure
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const shown = readUrl(new URL(request.url).searchParams)
  const [sales, orders, subscribers, flags, launch, payees, unsaved, visits, reachedLimits] = await Promise.all([
    readOrFailure(() => call(salesTotals, {})),
    readListPage(shown.orders, PAGE_SIZE, (paging) => call(listOrders, { query: { ...paging, search: '' } })),
    readListPage(shown.subscribers, PAGE_SIZE, (paging) => call(listSubscribers, { query: paging })),
    readListPage(1, 1, (paging) => call(listPaymentFlags, { query: { ...paging, open: '1' } })),
    readOrFailure(() => call(goingLive, {})),
    readAll(call, paymentEmail),
    readOrFailure(() => readUnsaved(call)),
    readOrFailure(() => call(visitTotals, {})),
    readOrFailure(() => call(listReachedLimits, {})),
  ])
  const accounts = payees.map(({ _id, paypalEmail }) => ({ id: _id, email: paypalEmail }))
  return { shown, now: Date.now(), sales, orders, subscribers, flags, launch, payees: accounts, unsaved, visits, reachedLimits }
}

export const action = formActions({ [SEARCH_ENGINES_FORM]: searchEnginesForm })

/** The admin's first page (spec section 2). */
export function Page() {
  const { shown, now, sales, orders, subscribers, flags, launch, payees, unsaved, visits, reachedLimits } =
    useLoaderData<Loaded>()
  const { unreadMessages, undeliveredMail } = useFrameData()
  const { viewer } = useRoot()
  const deciding = useSaving(SEARCH_ENGINES_FORM)
  const toDeliver = 'problem' in sales ? undefined : sales.toDeliver
  const needs = needsOf({
    flags: 'problem' in flags ? undefined : { total: flags.total, oldest: flags.records[0] },
    unreadMessages,
    toDeliver,
    undeliveredMail,
    unsaved: unsaved && 'problem' in unsaved ? undefined : unsaved,
    reachedLimits: 'problem' in reachedLimits ? undefined : reachedLimits,
  })
  return (
    <AdminPage
      title="Overview"
      heading="Welcome"
      note={
        <>
          <Today at={now} />. {needsInWords(needs.length)}
        </>
      }
      ground="paper"
      crumbs={[]}
      aside={
        <a href="/" className={`lg:ml-auto ${buttonClass('outline')}`}>
          <ExternalLink className="size-5" strokeWidth={1.75} aria-hidden />
          View site
        </a>
      }
    >
      <div className="overview px-(--edge) pb-16">
        <SalesPanel sales={sales} />
        <NeedsPanel needs={needs} />
        <LaunchPanel launch={launch} deciding={deciding} />
        <Cards
          orders={totalOf(orders)}
          toDeliver={toDeliver}
          samples={'problem' in launch ? undefined : launch.checks.find(({ check }) => check === 'samples')?.left}
          unreadMessages={unreadMessages}
          subscribers={totalOf(subscribers)}
          email={viewer.kind === 'visitor' ? '' : viewer.email}
          payees={payees}
        />
        <VisitsPanel visits={visits} />
        <PagedTable
          title="Orders"
          list={orders}
          columns={columns}
          addressOf={(page) => urlOf({ ...shown, orders: page })}
          aside={<More to={adminPaths.orders}>Total orders</More>}
          empty={<p>No orders yet. They appear here as soon as a customer has ordered a package.</p>}
        />
        <PagedTable
          title="Subscribers"
          list={subscribers}
          columns={subscriberColumns}
          addressOf={(page) => urlOf({ ...shown, subscribers: page })}
          aside={<More to={adminPaths.subscribers}>All</More>}
          empty={<p>Nobody has subscribed yet.</p>}
        />
      </div>
    </AdminPage>
  )
}

function More({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-2 font-semibold no-underline hover:underline">
      {children}
      <ArrowRight className="size-4.5" aria-hidden />
    </Link>
  )
}

function totalOf(list: ListPage<unknown>): number | undefined {
  return 'problem' in list ? undefined : list.total
}

/** Which page of each of its tables the overview shows. */
type Shown = { orders: number; subscribers: number }

function readUrl(params: URLSearchParams): Shown {
  return { orders: pageIn(params, 'orders'), subscribers: pageIn(params, 'subscribers') }
}

/** The address that shows it; first pages go without saying. */
function urlOf({ orders, subscribers }: Shown): string {
  const params = new URLSearchParams({
    ...(orders > 1 && { orders: String(orders) }),
    ...(subscribers > 1 && { subscribers: String(subscribers) }),
  })
  return params.size === 0 ? adminPaths.overview : `${adminPaths.overview}?${params}`
}
