import {
  BookOpen,
  Briefcase,
  Contact,
  CreditCard,
  FilePen,
  Flag,
  Footprints,
  House,
  Images,
  Layers,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  MailOpen,
  MailWarning,
  PanelBottom,
  Phone,
  ReceiptText,
  SlidersHorizontal,
  Store,
  Tags,
  UserCog,
  Users,
} from 'lucide-react'
import { matchPath } from 'react-router'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { EditorGroupName } from '#contract/core/content-kind.ts'
import { adminPaths, buildGroupPath, buildSingleRecordEditorPath, parseEditorGroup } from './admin-paths.ts'
import { findEditorScreenByPath, findRecordEditorByPath } from './editor-screens.ts'

export type NavigationEntry = {
  label: string
  to: string
  icon: LucideIcon
  /** The path patterns of pages that belong to this entry and have no entry of their own. */
  childPaths?: readonly string[]
  /** The editors that belong to this entry. */
  group?: EditorGroupName
  /** The count beside the label. */
  countKey?: NavigationCount
  /** Shown only while its count isn't zero or while its page is open. */
  isTransient?: true
}

type NavigationCount = 'unreadMessages' | 'undeliveredMail' | 'draftedChanges' | 'paymentsToReview'

const settingsEntry: NavigationEntry = {
  label: 'All content',
  to: adminPaths.allContent,
  icon: SlidersHorizontal,
  childPaths: [adminPaths.transfer, adminPaths.oldPaths],
}

/** The entries of the sidebar, grouped by purpose. */
export const navigation: readonly { title?: string; entries: readonly NavigationEntry[] }[] = [
  {
    entries: [
      { label: 'Overview', to: adminPaths.overview, icon: LayoutDashboard, childPaths: [adminPaths.launchChecklist] },
      { label: 'Work', to: adminPaths.work, icon: Briefcase, childPaths: [adminPaths.orderWork, adminPaths.deliverable] },
    ],
  },
  {
    title: 'Sales',
    entries: [
      { label: 'Orders', to: adminPaths.orders, icon: ReceiptText, childPaths: [adminPaths.order] },
      { label: 'Customers', to: adminPaths.customers, icon: Contact, childPaths: [adminPaths.customer] },
      { label: 'Payments to check', to: adminPaths.paymentsToReview, icon: Flag, countKey: 'paymentsToReview' },
    ],
  },
  {
    title: 'Inbox',
    entries: [
      {
        label: 'Messages',
        to: adminPaths.messages,
        icon: Mail,
        childPaths: [adminPaths.message],
        countKey: 'unreadMessages',
      },
      { label: 'Subscribers', to: adminPaths.subscribers, icon: Users },
      { label: 'Emails', to: adminPaths.emailTemplates, icon: MailOpen, childPaths: [adminPaths.emailTemplate] },
      {
        label: 'Undelivered email',
        to: adminPaths.undeliveredEmail,
        icon: MailWarning,
        countKey: 'undeliveredMail',
        isTransient: true,
      },
    ],
  },
  {
    title: 'Website',
    entries: [
      settingsEntry,
      { label: 'Home page', to: buildGroupPath('home'), icon: House, group: 'home' },
      { label: 'Services', to: buildGroupPath('services'), icon: Briefcase, group: 'services' },
      { label: 'Pricing', to: buildGroupPath('pricing'), icon: Tags, group: 'pricing' },
      { label: 'Contact and legal', to: buildGroupPath('contact'), icon: Phone, group: 'contact' },
      { label: 'Header and footer', to: buildGroupPath('frame'), icon: PanelBottom, group: 'frame' },
      { label: 'Images', to: adminPaths.images, icon: Images },
      { label: 'Drafts', to: adminPaths.release, icon: FilePen, countKey: 'draftedChanges' },
      { label: 'Check my site', to: adminPaths.siteAudit, icon: ListChecks },
    ],
  },
  {
    title: 'Business',
    entries: [
      { label: 'Business info', to: buildSingleRecordEditorPath(businessInfo), icon: Store, group: 'business' },
      { label: 'Payment account', to: payeeEmail.editor.home, icon: CreditCard },
      { label: 'Team & access', to: adminPaths.users, icon: UserCog, childPaths: [adminPaths.user, adminPaths.auditLog] },
    ],
  },
  { entries: [{ label: 'Help', to: adminPaths.guide, icon: BookOpen }] },
  {
    title: 'More',
    entries: [
      { label: 'Step sections', to: '/step-section', icon: Footprints },
      { label: 'Design items', to: '/add-item', icon: Layers },
    ],
  },
]

const entries = navigation.flatMap((part) => part.entries)

/** Returns the link that the sidebar highlights. `ariaCurrent` is `true` if the page has no entry of its own. */
export function findCurrentSidebarLink({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): { to: string; ariaCurrent: 'page' | 'true' } | undefined {
  const pageEntry = findPageEntry(pathname, search)
  if (pageEntry) return { to: pageEntry.to, ariaCurrent: 'page' }
  const areaEntry = findAreaEntry(pathname)
  return areaEntry && { to: areaEntry.to, ariaCurrent: 'true' }
}

function findPageEntry(pathname: string, search: string): NavigationEntry | undefined {
  const group = matchPath(adminPaths.allContent, pathname) && parseEditorGroup(search)
  return (
    entries.find((entry) => group && entry.to === buildGroupPath(group)) ??
    entries.find(({ to }) => matchPath(stripQuery(to), pathname))
  )
}

/** Returns the entry of a page without an entry of its own. */
function findAreaEntry(pathname: string): NavigationEntry | undefined {
  const parentEntry = entries.find(({ childPaths }) => childPaths?.some((pattern) => matchPath(pattern, pathname)))
  if (parentEntry) return parentEntry
  const kind = matchPath(adminPaths.history, pathname)?.params.kind
  const contentKind =
    contentKinds.find((one) => one.kind === kind) ??
    findEditorScreenByPath(pathname)?.contentKinds[0] ??
    findRecordEditorByPath(pathname)?.contentKind
  if (!contentKind) return
  const { group, editor } = contentKind
  return (
    entries.find(({ to }) => stripQuery(to) === editor.home) ?? entries.find((entry) => entry.group === group) ?? settingsEntry
  )
}

function stripQuery(path: string): string {
  return path.split('?')[0] ?? path
}
