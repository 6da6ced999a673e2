import { contentKinds } from '#contract/content-kinds.ts'
import type { AuditSubjectKind } from '#contract/core/define-audit-action.ts'
import type { AuditLogEntry } from '#contract/operations/audit-log.ts'
import { adminPaths, buildAdminCustomerPath, buildImageUsagePagePath } from '../../admin-paths.ts'

type AuditSubject = { label: string; path?: string | undefined }
type DescribeSubject = (entry: Pick<AuditLogEntry, 'subject' | 'kind'>) => AuditSubject

const describePlainSubject: DescribeSubject = ({ subject }) => ({ label: subject })

/** Lists and settings, by the subject of their entries. */
const lists: Readonly<Record<string, AuditSubject>> = {
  invoices: { label: 'Invoices', path: adminPaths.launchChecklist },
  orders: { label: 'Orders', path: adminPaths.orders },
  payments: { label: 'Payments', path: adminPaths.orders },
  subscribers: { label: 'Subscribers', path: adminPaths.subscribers },
}

/** What each kind of subject is called, and the screen that manages it. Ids never show. */
const describeByKind: Record<AuditSubjectKind, DescribeSubject> = {
  account: describePlainSubject,
  adminUser: ({ subject }) => ({ label: 'Admin', path: `/admin-user/${subject}` }),
  content: ({ kind }) => {
    const contentKind = contentKinds.find((one) => one.kind === kind)
    return { label: contentKind?.title ?? 'The site', path: contentKind?.editor.home }
  },
  customer: ({ subject }) => ({ label: subject, path: buildAdminCustomerPath(subject) }),
  draft: () => ({ label: 'Drafts', path: adminPaths.release }),
  list: ({ subject }) => lists[subject] ?? { label: subject },
  mail: ({ subject }) => ({ label: subject, path: adminPaths.undeliveredEmail }),
  order: ({ subject }) => ({ label: `Order ${subject}`, path: `${adminPaths.orders}?search=${subject}` }),
  payee: describePlainSubject,
  payment: () => ({ label: 'Payments to check', path: adminPaths.paymentsToReview }),
  paymentEmail: ({ subject }) => ({ label: 'Payment account', path: `/paypal-email/${subject}` }),
  picture: ({ subject }) => ({ label: 'Image', path: buildImageUsagePagePath(subject) }),
}

/** Returns what an entry of the activity log is about, and the path of the screen that manages it. */
export function describeAuditSubject(entry: Pick<AuditLogEntry, 'about' | 'subject' | 'kind'>): AuditSubject {
  return (entry.about === null ? describePlainSubject : describeByKind[entry.about])(entry)
}
