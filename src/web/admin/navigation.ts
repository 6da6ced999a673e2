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
import { businessInfo } from '../../contract/content/kinds/business-info.ts'
import { payeeEmail } from '../../contract/content/kinds/payee-email.ts'
import { contentKinds } from '../../contract/content-kinds.ts'
import type { ContentKind, EditorGroupName } from '../../contract/core/content-kind.ts'
import { STAGED_CHANGES_PAGE_PATH } from '../../contract/core/server-and-pages-interface.ts'
import { findEditorScreenByPath, findRecordEditorByPath } from './editor-screens.ts'

/** The paths of admin pages. Content kinds declare the paths of their editors. */
export const adminPaths = {
  overview: '/admin',
  orders: '/total-orders',
  order: '/admin/payment-status/:id',
  work: '/work',
  orderWork: '/work/:id',
  deliverable: '/work/:id/deliverable/:deliverableId',
  customers: '/customers',
  customer: '/customer',
  paymentsToReview: '/payments-to-check',
  goingLive: '/going-live',
  messages: '/all-messages',
  message: '/view/:id',
  subscribers: '/all-subscriber',
  undeliveredEmail: '/undelivered-mail',
  emailTemplates: '/emails',
  emailTemplate: '/emails/:name',
  settings: '/setting',
  siteAudit: '/check-my-site',
  release: STAGED_CHANGES_PAGE_PATH,
  history: '/history/:kind/:id',
  images: '/pictures',
  transfer: '/transfer',
  oldPaths: '/old-addresses',
  users: '/add-user',
  user: '/admin-user/:id',
  auditLog: '/audit-log',
  guide: '/guide',
} as const

/** `listQuery` is the query of the list that the order's page leads back to, such as `?paymentStatus=Paid`. */
export function buildAdminOrderPath(id: string, listQuery = ''): string {
  const path = `/admin/payment-status/${id}`
  return listQuery === '' ? path : `${path}?${new URLSearchParams({ list: listQuery.replace(/^\?/, '') })}`
}

/** Returns the path of an order's work. */
export function buildOrderWorkPath(id: string): string {
  return adminPaths.orderWork.replace(':id', id)
}

export function buildAdminDeliverablePath(orderId: string, id: string): string {
  return adminPaths.deliverable.replace(':id', orderId).replace(':deliverableId', id)
}

/** Returns the path of a person's page. */
export function buildAdminCustomerPath(email: string): string {
  return `${adminPaths.customer}?${new URLSearchParams({ email })}`
}

export function buildEmailTemplatePath(name: string): string {
  return adminPaths.emailTemplate.replace(':name', encodeURIComponent(name))
}

export function buildRecordHistoryPath(kind: string, id: string): string {
  return `/history/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`
}

/** Returns the path of the image library, which shows where this image is used. */
export function buildImageUsagePagePath(id: string): string {
  return `${adminPaths.images}?${new URLSearchParams({ uses: id })}`
}

/** Returns the path of the same page with the staged changes applied. */
export function addDraftParam(path: string): string {
  return `${path}?draft=1`
}

/** Returns the path of a kind's page that goes straight to the editor of its single record. */
export function buildSingleRecordEditorPath({ editor: { home } }: Pick<ContentKind, 'editor'>): string {
  return `${home}?${OPEN_SINGLE_RECORD_EDITOR_PARAM}=1`
}

export const OPEN_SINGLE_RECORD_EDITOR_PARAM = 'open'

export function hasDraftParam(params: URLSearchParams): boolean {
  return params.get('draft') === '1'
}

/** The groups of the settings page, in order. `id` is the anchor, and the value of `part` that shows only this group. */
export const editorGroups: Record<EditorGroupName, { id: string; title: string; note: string }> = {
  home: { id: 'home', title: 'Home page', note: 'The parts of the home page, top to bottom' },
  services: { id: 'services', title: 'Services', note: 'The service pages, and samples of your work' },
  pricing: { id: 'pricing', title: 'Pricing', note: 'The packages, and what happens after payment' },
  contact: { id: 'contact', title: 'Contact and legal', note: 'Contact, confirmations, Privacy and Terms' },
  frame: { id: 'header-footer', title: 'Header and footer', note: 'On every page' },
  business: { id: 'business', title: 'Business', note: 'Who you are, where to find you, and which account is paid' },
  searchEngines: { id: 'search-engines', title: 'Search engines', note: 'Search results and redirects' },
  more: { id: 'more', title: 'More', note: 'Not on any public page' },
}

/** Returns the path of the settings page with only one group. */
function buildGroupPath(group: EditorGroupName): string {
  return `${adminPaths.settings}?part=${editorGroups[group].id}`
}

/** Returns the group that the query of the settings page asks for. */
export function parseEditorGroup(search: string): EditorGroupName | undefined {
  const part = new URLSearchParams(search).get('part')
  return (Object.keys(editorGroups) as EditorGroupName[]).find((group) => editorGroups[group].id === part)
}

/** Returns the breadcrumbs above the editors of a group. */
export function buildEditorGroupCrumbs(group: EditorGroupName): { name: string; to: string }[] {
  return [
    { name: 'All content', to: adminPaths.settings },
    { name: editorGroups[group].title, to: buildGroupPath(group) },
  ]
}

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
  to: adminPaths.settings,
  icon: SlidersHorizontal,
  childPaths: [adminPaths.transfer, adminPaths.oldPaths],
}

/** The entries of the sidebar, grouped by purpose. */
export const navigation: readonly { title?: string; entries: readonly NavigationEntry[] }[] = [
  {
    entries: [
      { label: 'Overview', to: adminPaths.overview, icon: LayoutDashboard, childPaths: [adminPaths.goingLive] },
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
  const group = matchPath(adminPaths.settings, pathname) && parseEditorGroup(search)
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
