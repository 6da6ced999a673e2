import {
  ArrowLeftRight,
  BookOpen,
  CircleUser,
  CreditCard,
  FilePen,
  Flag,
  Footprints,
  History,
  House,
  Image,
  Images,
  Layers,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  MailWarning,
  PanelBottom,
  Phone,
  ReceiptText,
  Rocket,
  SlidersHorizontal,
  UserCog,
  Users,
} from 'lucide-react'
import { matchPath } from 'react-router'
import { contentKinds } from '../../contract/content-kinds.ts'
import { type ContentKind, type Group, type RecordPage, recordPages } from '../../contract/grammar/content-kind.ts'
import { DRAFT_PAGE } from '../../contract/grammar/rendering.ts'

/** The paths of the admin's own pages. The editors' paths come from their kind of content. */
export const adminPaths = {
  overview: '/admin',
  orders: '/total-orders',
  order: '/admin/payment-status/:id',
  paymentsToCheck: '/payments-to-check',
  goingLive: '/going-live',
  messages: '/all-messages',
  message: '/view/:id',
  subscribers: '/all-subscriber',
  undeliveredEmail: '/undelivered-mail',
  settings: '/setting',
  siteChecks: '/check-my-site',
  draft: DRAFT_PAGE,
  history: '/history/:kind/:id',
  pictures: '/pictures',
  transfer: '/transfer',
  users: '/add-user',
  user: '/admin-user/:id',
  auditLog: '/audit-log',
  guide: '/guide',
} as const

export function orderPath(id: string): string {
  return `/admin/payment-status/${id}`
}

export function historyPath(kind: string, id: string): string {
  return `/history/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`
}

/** Returns the path of the list of pages that use a picture. */
export function pictureUsesPath(id: string): string {
  return `${adminPaths.pictures}?${new URLSearchParams({ uses: id })}`
}

/** Returns the path of the same page with the site's draft applied. */
export function withDraft(path: string): string {
  return `${path}?draft=1`
}

export function isDraftShown(params: URLSearchParams): boolean {
  return params.get('draft') === '1'
}

/** The groups of the settings page, in order. `id` is the anchor. */
export const groups: Record<Group, { id: string; title: string; note: string }> = {
  home: { id: 'home', title: 'Home', note: 'The parts of the home page, top to bottom' },
  otherPages: {
    id: 'other-pages',
    title: 'Other pages',
    note: 'Services, Pricing, Contact, samples of our work, Privacy and Terms',
  },
  brand: { id: 'brand', title: 'Brand', note: 'On every page' },
  footer: { id: 'footer', title: 'Footer', note: 'On every page' },
  searchEngines: {
    id: 'search-engines',
    title: 'Search engines',
    note: 'How the site is found, and what became of old addresses',
  },
  more: { id: 'more', title: 'More', note: 'Not on the public pages' },
  account: { id: 'account', title: 'Account', note: 'Who runs the site and who is paid' },
}

/** The home page of an editor. Content kinds with the same home page share it. */
export type Screen = { path: string; name: string; contentKinds: readonly ContentKind[] }

/** All screens, in the order of the content kinds. */
export const screens: readonly Screen[] = [...Map.groupBy(contentKinds, ({ editor }) => editor.home)].map(([path, sharing]) => ({
  path,
  name: sharing.map(({ editor }) => editor.name).find(Boolean) ?? sharing[0]?.title ?? '',
  contentKinds: sharing,
}))

/** Returns the screen at a path. */
export function screenAt(pathname: string): Screen | undefined {
  return screens.find(({ path }) => matchPath(path, pathname))
}

/** Returns the content kind and page that edit the record at a path. */
export function recordPageAt(pathname: string): { contentKind: ContentKind; page: RecordPage } | undefined {
  for (const contentKind of contentKinds) {
    const page = recordPages(contentKind).find(({ path }) => matchPath(path, pathname))
    if (page) return { contentKind, page }
  }
}

export type NavigationEntry = {
  label: string
  to: string
  icon: LucideIcon
  /** Outside the admin, so the link loads a new document. */
  isOutside?: true
  /** The path pattern of pages that belong to this entry and have no entry of their own. */
  covers?: string
  /** The count beside the label. */
  counts?: 'unreadMessages' | 'undeliveredMail' | 'draftedChanges'
  /** Shown only while its count isn't zero or while its page is open. */
  isPassing?: true
}

const anchor = (group: keyof typeof groups) => `${adminPaths.settings}#${groups[group].id}`

/** The entries of the sidebar, grouped by purpose. */
export const navigation: readonly { title?: string; entries: readonly NavigationEntry[] }[] = [
  { entries: [{ label: 'Overview', to: adminPaths.overview, icon: LayoutDashboard }] },
  {
    title: 'Sales',
    entries: [
      { label: 'Orders', to: adminPaths.orders, icon: ReceiptText, covers: adminPaths.order },
      { label: 'Payments to check', to: adminPaths.paymentsToCheck, icon: Flag, isPassing: true },
      { label: 'Messages', to: adminPaths.messages, icon: Mail, covers: adminPaths.message, counts: 'unreadMessages' },
      { label: 'Subscribers', to: adminPaths.subscribers, icon: Users },
      {
        label: 'Undelivered mail',
        to: adminPaths.undeliveredEmail,
        icon: MailWarning,
        counts: 'undeliveredMail',
        isPassing: true,
      },
    ],
  },
  {
    title: 'Website',
    entries: [
      { label: 'Setting', to: adminPaths.settings, icon: SlidersHorizontal },
      { label: 'Check my site', to: adminPaths.siteChecks, icon: ListChecks, isPassing: true },
      { label: 'Draft', to: adminPaths.draft, icon: FilePen, counts: 'draftedChanges', isPassing: true },
      { label: 'Landing', to: anchor('home'), icon: House },
      { label: 'Contact', to: anchor('otherPages'), icon: Phone },
      { label: 'Footer', to: anchor('footer'), icon: PanelBottom },
      { label: 'Brand', to: anchor('brand'), icon: Image },
      { label: 'Pictures', to: adminPaths.pictures, icon: Images },
      { label: 'Export and import', to: adminPaths.transfer, icon: ArrowLeftRight },
    ],
  },
  {
    title: 'More',
    entries: [
      { label: 'Step sections', to: '/step-section', icon: Footprints },
      { label: 'Design items', to: '/add-item', icon: Layers },
    ],
  },
  {
    title: 'Account',
    entries: [
      { label: 'Admin Email', to: adminPaths.users, icon: UserCog, covers: adminPaths.user },
      { label: 'Payment', to: '/add-paypal-Email', icon: CreditCard },
      { label: 'Going live', to: adminPaths.goingLive, icon: Rocket, isPassing: true },
      { label: 'Audit log', to: adminPaths.auditLog, icon: History },
      { label: 'Your account', to: '/account', icon: CircleUser, isOutside: true },
      { label: 'Guide', to: adminPaths.guide, icon: BookOpen },
    ],
  },
]

const entries = navigation.flatMap((part) => part.entries)

/** Returns `page` for the entry of this page, and `true` for the entry of the area that the page belongs to. */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (matchPath(to, pathname)) return 'page'
  // A page with its own entry belongs to no other entry, even if its path matches a record's `/:id`.
  if (entries.some((entry) => matchPath(entry.to, pathname))) return
  const owner = entries.find(({ covers }) => covers && matchPath(covers, pathname))
  if (owner) return owner.to === to ? 'true' : undefined
  const contentKind = screenAt(pathname)?.contentKinds[0] ?? recordPageAt(pathname)?.contentKind
  if (!contentKind) return
  return [contentKind.editor.home, `${adminPaths.settings}#${groups[contentKind.group].id}`].includes(to) ? 'true' : undefined
}
