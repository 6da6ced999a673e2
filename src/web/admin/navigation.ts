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
import { type ContentKind, type EditorGroup, type EditorPage, listEditorPages } from '../../contract/core/content-kind.ts'
import { RELEASE_PAGE_PATH } from '../../contract/core/page-rendering.ts'

/** The paths of admin pages. Content kinds declare the paths of their editors. */
export const adminPaths = {
  overview: '/admin',
  orders: '/total-orders',
  order: '/admin/payment-status/:id',
  paymentsToReview: '/payments-to-check',
  goingLive: '/going-live',
  messages: '/all-messages',
  message: '/view/:id',
  subscribers: '/all-subscriber',
  undeliveredEmail: '/undelivered-mail',
  settings: '/setting',
  siteAudit: '/check-my-site',
  release: RELEASE_PAGE_PATH,
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
export function buildOrderPath(id: string, listQuery = ''): string {
  const path = `/admin/payment-status/${id}`
  return listQuery === '' ? path : `${path}?${new URLSearchParams({ list: listQuery.replace(/^\?/, '') })}`
}

export function historyPath(kind: string, id: string): string {
  return `/history/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`
}

/** Returns the path of the image library, which shows where this image is used. */
export function imageUsagePath(id: string): string {
  return `${adminPaths.images}?${new URLSearchParams({ uses: id })}`
}

/** Returns the path of the same page with the staged changes applied. */
export function addDraftParam(path: string): string {
  return `${path}?draft=1`
}

export function hasDraftParam(params: URLSearchParams): boolean {
  return params.get('draft') === '1'
}

/** The groups of the settings page, in order. `id` is the anchor. */
export const settingsGroups: Record<EditorGroup, { id: string; title: string; note: string }> = {
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
export type EditorScreen = { path: string; name: string; contentKinds: readonly ContentKind[] }

/** All screens, in the order of the content kinds. */
export const editorScreens: readonly EditorScreen[] = [...Map.groupBy(contentKinds, ({ editor }) => editor.home)].map(
  ([path, sharedKinds]) => ({
    path,
    name: sharedKinds.map(({ editor }) => editor.name).find(Boolean) ?? sharedKinds[0]?.title ?? '',
    contentKinds: sharedKinds,
  }),
)

export function findEditorScreen(pathname: string): EditorScreen | undefined {
  return editorScreens.find(({ path }) => matchPath(path, pathname))
}

/** Returns the content kind and page that edit the record at a path. */
export function findRecordEditorPage(pathname: string): { contentKind: ContentKind; page: EditorPage } | undefined {
  for (const contentKind of contentKinds) {
    const page = listEditorPages(contentKind).find(({ path }) => matchPath(path, pathname))
    if (page) return { contentKind, page }
  }
}

export type NavigationEntry = {
  label: string
  to: string
  icon: LucideIcon
  /** Outside the admin, so the link loads a new document. */
  isOutsideAdmin?: true
  /** The path pattern of pages that belong to this entry and have no entry of their own. */
  childPathPattern?: string
  /** The count beside the label. */
  countKey?: 'unreadMessages' | 'undeliveredMail' | 'draftedChanges'
  /** Shown only while its count isn't zero or while its page is open. */
  isTransient?: true
}

const getGroupPath = (group: keyof typeof settingsGroups) => `${adminPaths.settings}#${settingsGroups[group].id}`

/** The entries of the sidebar, grouped by purpose. */
export const navigation: readonly { title?: string; entries: readonly NavigationEntry[] }[] = [
  { entries: [{ label: 'Overview', to: adminPaths.overview, icon: LayoutDashboard }] },
  {
    title: 'Sales',
    entries: [
      { label: 'Orders', to: adminPaths.orders, icon: ReceiptText, childPathPattern: adminPaths.order },
      { label: 'Payments to check', to: adminPaths.paymentsToReview, icon: Flag, isTransient: true },
      {
        label: 'Messages',
        to: adminPaths.messages,
        icon: Mail,
        childPathPattern: adminPaths.message,
        countKey: 'unreadMessages',
      },
      { label: 'Subscribers', to: adminPaths.subscribers, icon: Users },
      {
        label: 'Undelivered mail',
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
      { label: 'All content', to: adminPaths.settings, icon: SlidersHorizontal, childPathPattern: adminPaths.oldPaths },
      { label: 'Check my site', to: adminPaths.siteAudit, icon: ListChecks, isTransient: true },
      { label: 'Draft', to: adminPaths.release, icon: FilePen, countKey: 'draftedChanges', isTransient: true },
      { label: 'Home page', to: getGroupPath('home'), icon: House },
      { label: 'Contact', to: getGroupPath('otherPages'), icon: Phone },
      { label: 'Footer', to: getGroupPath('footer'), icon: PanelBottom },
      { label: 'Brand', to: getGroupPath('brand'), icon: Image },
      { label: 'Pictures', to: adminPaths.images, icon: Images },
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
      { label: 'Admin Email', to: adminPaths.users, icon: UserCog, childPathPattern: adminPaths.user },
      { label: 'Payment', to: '/add-paypal-Email', icon: CreditCard },
      { label: 'Going live', to: adminPaths.goingLive, icon: Rocket, isTransient: true },
      { label: 'Audit log', to: adminPaths.auditLog, icon: History },
      { label: 'Your account', to: '/account', icon: CircleUser, isOutsideAdmin: true },
      { label: 'Guide', to: adminPaths.guide, icon: BookOpen },
    ],
  },
]

const entries = navigation.flatMap((part) => part.entries)

/** Returns `page` for the entry of this page, and `true` for the entry of its area. */
export function getAriaCurrent(to: string, pathname: string): 'page' | 'true' | undefined {
  if (matchPath(to, pathname)) return 'page'
  // A page with its own entry belongs to no other entry, even if its path matches a record's `/:id`.
  if (entries.some((entry) => matchPath(entry.to, pathname))) return
  const parentEntry = entries.find(({ childPathPattern }) => childPathPattern && matchPath(childPathPattern, pathname))
  if (parentEntry) return parentEntry.to === to ? 'true' : undefined
  const contentKind = findEditorScreen(pathname)?.contentKinds[0] ?? findRecordEditorPage(pathname)?.contentKind
  if (!contentKind) return
  return [contentKind.editor.home, `${adminPaths.settings}#${settingsGroups[contentKind.group].id}`].includes(to)
    ? 'true'
    : undefined
}
