import { Link } from 'react-router'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import type { AuditSubjectKind } from '../../../../contract/core/audit-log-actions.ts'
import type { AuditLogEntry } from '../../../../contract/operations/audit-log.ts'
import type { Column } from '../../../lists/paged-table.tsx'
import { adminPaths, buildAdminCustomerPath, buildImageUsagePagePath } from '../../admin-paths.ts'
import { DateTime } from '../../shell/date-time.tsx'
import { buildAuditLogUrl } from './audit-log-url.ts'

type SubjectDisplay = { getLabel: (entry: AuditLogEntry) => string; getPath?: (entry: AuditLogEntry) => string | undefined }

const getSubject = ({ subject }: AuditLogEntry) => subject
const getContentKind = ({ kind }: AuditLogEntry) => contentKinds.find((contentKind) => contentKind.kind === kind)

/** The label of an action's subject, and the path of the screen that manages it. */
const SUBJECT_DISPLAY: Record<AuditSubjectKind, SubjectDisplay> = {
  account: { getLabel: getSubject },
  adminUser: { getLabel: () => 'Admin', getPath: ({ subject }) => `/admin-user/${subject}` },
  content: {
    getLabel: (entry) => getContentKind(entry)?.title ?? 'The site',
    getPath: (entry) => getContentKind(entry)?.editor.home,
  },
  customer: { getLabel: getSubject, getPath: ({ subject }) => buildAdminCustomerPath(subject) },
  draft: { getLabel: () => 'Drafts' },
  list: {
    getLabel: ({ subject }) => (subject === 'orders' ? 'Orders' : 'Subscribers'),
    getPath: ({ subject }) => (subject === 'orders' ? adminPaths.orders : adminPaths.subscribers),
  },
  mail: { getLabel: getSubject, getPath: () => adminPaths.undeliveredEmail },
  order: { getLabel: ({ subject }) => `Order ${subject}`, getPath: ({ subject }) => `${adminPaths.orders}?search=${subject}` },
  payee: { getLabel: getSubject },
  payment: { getLabel: getSubject },
  paymentEmail: { getLabel: () => 'Payment account', getPath: ({ subject }) => `/paypal-email/${subject}` },
  picture: { getLabel: () => 'Image', getPath: ({ subject }) => buildImageUsagePagePath(subject) },
}

/** The labels of actors that aren't people. They made the first admin. */
const SYSTEM_ACTOR_LABELS: Readonly<Record<string, string>> = {
  environment: 'The server’s settings',
  'set-up code': 'The set-up link',
}

export const auditLogColumns: readonly Column<AuditLogEntry>[] = [
  { title: 'What', kind: 'name', renderCell: ({ what }) => <span className="font-normal wrap-anywhere">{what}</span> },
  {
    title: 'Who',
    renderCell: ({ actor }) => (
      <Link to={buildAuditLogUrl({ actor })} className="inline-block min-w-40 py-0.5 wrap-anywhere text-ink underline">
        {SYSTEM_ACTOR_LABELS[actor] ?? actor}
      </Link>
    ),
  },
  { title: 'Item', renderCell: (entry) => <SubjectCell entry={entry} /> },
  { title: 'When', kind: 'figure', renderCell: ({ at }) => <DateTime at={at} /> },
]

/** Shows "Their account" if people change their own account, so that the email doesn't repeat. */
function SubjectCell({ entry }: { entry: AuditLogEntry }) {
  const { about, subject, actor } = entry
  if (about === 'account' && subject === actor) return <span className="text-muted">Their own account</span>
  const { getLabel, getPath } = about === null ? { getLabel: getSubject } : SUBJECT_DISPLAY[about]
  const path = getPath?.(entry)
  if (!path) return <span className="wrap-anywhere">{getLabel(entry)}</span>
  return (
    <Link to={path} className="inline-block py-0.5 text-ink underline">
      {getLabel(entry)}
    </Link>
  )
}
