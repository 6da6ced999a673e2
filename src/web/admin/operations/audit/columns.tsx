import { Link } from 'react-router'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import type { AuditSubject } from '../../../../contract/grammar/audit-actions.ts'
import type { AuditEntry } from '../../../../contract/operations/audit.ts'
import type { Column } from '../../../lists/paged-table.tsx'
import { Moment } from '../../shell/live.tsx'
import { adminPaths, pictureUsesPath } from '../../site-map.ts'
import { urlOf } from './audit-url.ts'

type About = { words: (entry: AuditEntry) => string; to?: (entry: AuditEntry) => string | undefined }

const itself = ({ subject }: AuditEntry) => subject
const contentKindOf = ({ kind }: AuditEntry) => contentKinds.find((contentKind) => contentKind.kind === kind)

/** What an act was done to, and where that is looked after. */
const ABOUT: Record<AuditSubject, About> = {
  account: { words: itself },
  adminUser: { words: () => 'Admin', to: ({ subject }) => `/admin-user/${subject}` },
  content: { words: (entry) => contentKindOf(entry)?.title ?? 'The site', to: (entry) => contentKindOf(entry)?.editor.home },
  draft: { words: () => 'The draft' },
  list: {
    words: ({ subject }) => (subject === 'orders' ? 'Orders' : 'Subscribers'),
    to: ({ subject }) => (subject === 'orders' ? adminPaths.orders : adminPaths.subscribers),
  },
  mail: { words: itself, to: () => adminPaths.undeliveredEmail },
  order: { words: ({ subject }) => `Order ${subject}`, to: ({ subject }) => `${adminPaths.orders}?search=${subject}` },
  payee: { words: itself },
  payment: { words: itself },
  paymentEmail: { words: () => 'Payment account', to: ({ subject }) => `/paypal-email/${subject}` },
  picture: { words: () => 'Picture', to: ({ subject }) => pictureUsesPath(subject) },
}

/** Who made the first admin, where that was no person. */
const PROGRAMS: Readonly<Record<string, string>> = { environment: 'The server’s settings', 'set-up code': 'The set-up link' }

/** An entry in a table. */
export const columns: readonly Column<AuditEntry>[] = [
  { head: 'What', kind: 'name', cell: ({ what }) => <span className="font-normal wrap-anywhere">{what}</span> },
  {
    head: 'Who',
    cell: ({ actor }) => (
      <Link to={urlOf({ actor })} className="inline-block min-w-40 py-0.5 wrap-anywhere text-ink underline">
        {PROGRAMS[actor] ?? actor}
      </Link>
    ),
  },
  { head: 'On what', cell: (entry) => <Subject entry={entry} /> },
  { head: 'When', kind: 'figure', cell: ({ at }) => <Moment at={at} /> },
]

/** Their own account is not said twice. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { about, subject, actor } = entry
  if (about === 'account' && subject === actor) return <span className="text-muted">Their account</span>
  const { words, to } = about === null ? { words: itself } : ABOUT[about]
  const address = to?.(entry)
  if (!address) return <span className="wrap-anywhere">{words(entry)}</span>
  return (
    <Link to={address} className="inline-block py-0.5 text-ink underline">
      {words(entry)}
    </Link>
  )
}
