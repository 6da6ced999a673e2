import type { ReactNode } from 'react'
import type { EndpointResult } from '../../contract/core/endpoint.ts'
import type { getOwnOrderTotalsEndpoint } from '../../contract/sales/orders.ts'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

type Totals = EndpointResult<typeof getOwnOrderTotalsEndpoint>

const MODE_LABELS = { live: '', sandbox: 'Sandbox', rehearsal: 'Rehearsal' } as const

/** Shows the dashboard's cards (P-89, P-90). If the totals failed to load, the cards still link their pages. */
export function DashboardTotalsCards({ totals }: { totals: Totals | undefined }) {
  const { hours } = useBusinessFacts()
  return (
    <ul className="card-strip">
      <DashboardCard icon="receipt" name="My Orders" href="/my-order" figure={totals ? String(totals.orders) : 'See all'}>
        {totals && `${totals.toPay} to pay, ${totals.delivered} delivered`}
      </DashboardCard>
      <DashboardCard icon="card" name="Total Spent" href="/" figure={totals && `$ ${totals.spent} USD`}>
        {totals
          ? [MODE_LABELS[totals.mode], formatPaidOrderCount(totals.paid)].filter(Boolean).join(': ')
          : 'We can’t show it right now.'}
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

function formatPaidOrderCount(paid: number): string {
  if (paid === 0) return 'No paid orders yet'
  return paid === 1 ? 'On 1 paid order' : `On ${paid} paid orders`
}
