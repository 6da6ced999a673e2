import { CreditCard, type LucideIcon, Mail, ReceiptText, SlidersHorizontal, UserCog, Users } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { editorScreens } from '../editor-screens.ts'

/** The counts of the cards. A count that failed to load is left out. */
export type AdminLinkCardsData = {
  orders?: number
  undeliveredOrderCount?: number
  unreadMessages?: number
  /** How many content kinds hold sample content. */
  sampleKindCount?: number
  subscribers?: number
  /** The signed-in admin's email. */
  email: string
  payees: readonly { id: string; email: string; isSample: boolean }[]
}

type OverviewCard = { to: string; name: string; detail: string; icon: LucideIcon }

/** Shows the cards that link the admin's parts (P-175). */
export function AdminLinkCards(data: AdminLinkCardsData) {
  return (
    <nav aria-label="Parts of the admin">
      <ul className="link-tiles overview-cards">
        {buildAdminLinkCards(data).map(({ to, name, detail, icon: Icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon className="size-5 text-pine" strokeWidth={1.75} aria-hidden />
              <span className="mt-3 block font-semibold">{name}</span>
              <span className="block text-help text-muted wrap-anywhere">{detail}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the cards in order. Each payment account has its own card (P-35). */
export function buildAdminLinkCards({
  orders,
  undeliveredOrderCount,
  unreadMessages,
  sampleKindCount,
  subscribers,
  email,
  payees,
}: AdminLinkCardsData): OverviewCard[] {
  const deliveryNote = undeliveredOrderCount ? `, ${undeliveredOrderCount} to deliver` : ''
  const samplesNote = sampleKindCount ? `, ${sampleKindCount} with samples` : ''
  return [
    {
      to: adminPaths.allContent,
      name: 'All content',
      detail: `${editorScreens.length} parts${samplesNote}`,
      icon: SlidersHorizontal,
    },
    {
      to: adminPaths.orders,
      name: 'Total Orders',
      detail: orders === undefined ? '' : `${orders}${deliveryNote}`,
      icon: ReceiptText,
    },
    {
      to: adminPaths.messages,
      name: 'All Messages',
      detail: unreadMessages === undefined ? '' : `${unreadMessages} unread`,
      icon: Mail,
    },
    {
      to: adminPaths.subscribers,
      name: 'All Subscribers',
      detail: subscribers === undefined ? '' : formatAddressCount(subscribers),
      icon: Users,
    },
    { to: '/add-user', name: 'Admin Email', detail: email, icon: UserCog },
    ...payees.map(({ id, email, isSample }) => ({
      to: `/paypal-email/${id}`,
      name: 'Payment',
      detail: isSample ? `${email} (sample)` : email,
      icon: CreditCard,
    })),
    ...(payees.length === 0
      ? [{ to: '/add-paypal-Email', name: 'Payment', detail: 'No account yet, so no one can pay', icon: CreditCard }]
      : []),
  ]
}

function formatAddressCount(count: number): string {
  return count === 1 ? '1 address' : `${count} addresses`
}
