import { CreditCard, type LucideIcon, Mail, ReceiptText, SlidersHorizontal, UserCog, Users } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths, screens } from '../site-map.ts'

/** What the cards say besides where they lead; left out where it could not be read. */
export type CardFacts = {
  orders?: number
  toDeliver?: number
  unreadMessages?: number
  /** How many content kinds hold some. */
  samples?: number
  subscribers?: number
  /** Of the admin who looks. */
  email: string
  payees: readonly { id: string; email: string }[]
}

type Card = { to: string; name: string; detail: string; icon: LucideIcon }

/** The ways into the admin (spec section 2), as one sheet. */
export function Cards(facts: CardFacts) {
  return (
    <nav aria-label="Parts of the admin">
      <ul className="overview-cards">
        {cardsOf(facts).map(({ to, name, detail, icon: Icon }) => (
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

/** One card for each payment account: the spec allows several. */
export function cardsOf({ orders, toDeliver, unreadMessages, samples, subscribers, email, payees }: CardFacts): Card[] {
  const delivery = toDeliver ? `, of them ${toDeliver} to deliver` : ''
  const held = samples ? `, samples in ${samples === 1 ? '1 section' : `${samples} sections`}` : ''
  return [
    { to: adminPaths.settings, name: 'Setting', detail: `${screens.length} editors${held}`, icon: SlidersHorizontal },
    {
      to: adminPaths.orders,
      name: 'Total Orders',
      detail: orders === undefined ? '' : `${orders}${delivery}`,
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
      detail: subscribers === undefined ? '' : addresses(subscribers),
      icon: Users,
    },
    { to: '/add-user', name: 'Admin Email', detail: email, icon: UserCog },
    ...payees.map(({ id, email }) => ({ to: `/paypal-email/${id}`, name: 'Payment', detail: email, icon: CreditCard })),
    ...(payees.length === 0
      ? [{ to: '/add-paypal-Email', name: 'Payment', detail: 'No account yet: nobody can pay', icon: CreditCard }]
      : []),
  ]
}

function addresses(count: number): string {
  return count === 1 ? '1 address' : `${count} addresses`
}
