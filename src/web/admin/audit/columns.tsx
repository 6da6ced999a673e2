import { Link } from 'react-router'
import type { AuditEntry, AuditSubject } from '../../../contract/audit.ts'
import type { Column } from '../../lists/paged-table.tsx'
import { ORDERS } from '../orders/address.ts'
import { Moment } from '../parts/live.tsx'
import { addressOf } from './address.ts'

type About = { words: (subject: string) => string; to?: (subject: string) => string }

/** What an act was done to, and where that is looked after. */
const ABOUT: Record<AuditSubject, About> = {
  account: { words: (email) => email },
  adminUser: { words: () => 'Admin', to: (id) => `/admin-user/${id}` },
  content: { words: (title) => title },
  order: { words: (number) => `Order ${number}`, to: (number) => `${ORDERS}?search=${number}` },
  payee: { words: (email) => email },
  payment: { words: (subject) => subject },
  paymentEmail: { words: () => 'Payment account', to: (id) => `/paypal-email/${id}` },
}

/** Who made the first admin, where that was no person. */
const PROGRAMS: Readonly<Record<string, string>> = { environment: 'The server’s settings', 'set-up code': 'The set-up link' }

/** An entry in a table. */
export const columns: readonly Column<AuditEntry>[] = [
  { head: 'What', kind: 'name', cell: ({ what }) => <span className="font-normal wrap-anywhere">{what}</span> },
  {
    head: 'Who',
    cell: ({ actor }) => (
      <Link to={addressOf({ actor })} className="inline-block py-0.5 wrap-anywhere text-ink underline">
        {PROGRAMS[actor] ?? actor}
      </Link>
    ),
  },
  { head: 'On what', cell: (entry) => <Subject entry={entry} /> },
  { head: 'When', kind: 'figure', cell: ({ at }) => <Moment at={at} /> },
]

/** Their own account is not said twice. */
function Subject({ entry: { about, subject, actor } }: { entry: AuditEntry }) {
  const { words, to } = about === null ? { words: () => subject } : ABOUT[about]
  if (about === 'account' && subject === actor) return <span className="text-muted">Their account</span>
  if (!to) return <span className="wrap-anywhere">{words(subject)}</span>
  return (
    <Link to={to(subject)} className="inline-block py-0.5 text-ink underline">
      {words(subject)}
    </Link>
  )
}
