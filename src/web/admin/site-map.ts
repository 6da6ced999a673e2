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
import { type Group, type RecordPage, recordPages, type Section } from '../../contract/section.ts'
import { user } from '../../contract/sections/user.ts'
import { sections } from '../../contract/sections.ts'
import { DRAFT_PAGE } from '../preview-cookie.ts'

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
  auditLog: '/audit-log',
  guide: '/guide',
} as const

export function orderPath(id: string): string {
  return `/admin/payment-status/${id}`
}

export function historyPath(kind: string, id: string): string {
  return `/history/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`
}

/** The pages that use a picture. */
export function pictureUsesPath(id: string): string {
  return `${adminPaths.pictures}?${new URLSearchParams({ uses: id })}`
}

/** The same page with the site's draft applied. */
export function withDraft(path: string): string {
  return `${path}?draft=1`
}

export function isDraftShown(params: URLSearchParams): boolean {
  return params.get('draft') === '1'
}

/** The groups of the menu of editors, in its order; `id` is the anchor. */
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

/** An editor's home page; sections that share it share the screen. */
export type Screen = { path: string; name: string; sections: readonly Section[] }

/** Every editor's screen, in the order of the sections. */
export const screens: readonly Screen[] = screensOf(sections)

const edited: readonly Section[] = [...sections, user]
const allScreens = screensOf(edited)

export function screensOf(all: readonly Section[]): Screen[] {
  return [...Map.groupBy(all, ({ editor }) => editor.home)].map(([path, sharing]) => ({
    path,
    name: sharing.map(({ editor }) => editor.name).find(Boolean) ?? sharing[0]?.title ?? '',
    sections: sharing,
  }))
}

/** An address without the slashes at its end, which make no difference. */
export function withoutSlash(pathname: string): string {
  let end = pathname.length
  while (end > 1 && pathname[end - 1] === '/') end--
  return pathname.slice(0, end)
}

/** The screen at an address; a slash at its end makes no difference. */
export function screenAt(pathname: string): Screen | undefined {
  return allScreens.find(({ path }) => withoutSlash(path) === withoutSlash(pathname))
}

/** The section and page that edit the record at an address. */
export function recordPageAt(pathname: string): { section: Section; page: RecordPage } | undefined {
  for (const section of edited) {
    const page = recordPages(section).find(({ path }) => matchPath(path, pathname))
    if (page) return { section, page }
  }
}

/** The section whose home or record page stands at an address. */
export function sectionAt(pathname: string): Section | undefined {
  return screenAt(pathname)?.sections[0] ?? recordPageAt(pathname)?.section
}

export type NavigationEntry = {
  label: string
  to: string
  icon: LucideIcon
  /** A page of the site, which is a full load. */
  isOutside?: true
  /** Pages that belong to it without being in the sidebar. */
  covers?: string
  /** What is counted beside it. */
  counts?: 'unreadMessages' | 'undeliveredMail' | 'draftedChanges'
  /** Only there while there is something to count, or while it is looked at. */
  isPassing?: true
}

const anchor = (group: keyof typeof groups) => `${adminPaths.settings}#${groups[group].id}`

/** The admin's pages by what they are for. */
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
      { label: 'Admin Email', to: '/add-user', icon: UserCog },
      { label: 'Payment', to: '/add-paypal-Email', icon: CreditCard },
      { label: 'Going live', to: adminPaths.goingLive, icon: Rocket, isPassing: true },
      { label: 'Audit log', to: adminPaths.auditLog, icon: History },
      { label: 'Your account', to: '/account', icon: CircleUser, isOutside: true },
      { label: 'Guide', to: adminPaths.guide, icon: BookOpen },
    ],
  },
]

const entries = navigation.flatMap((part) => part.entries)

/** Whether an entry of the sidebar leads to this page, or to the part of the admin that it belongs to. */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  const path = withoutSlash(pathname)
  if (to === path) return 'page'
  // An entry's own page belongs to nothing else, though `/:id` would take its address for a record's.
  if (entries.some((entry) => entry.to === path)) return
  const owner = entries.find(({ covers }) => covers && matchPath(covers, path))
  if (owner) return owner.to === to ? 'true' : undefined
  const section = sectionAt(path)
  if (!section) return
  return [section.editor.home, `${adminPaths.settings}#${groups[section.group].id}`].includes(to) ? 'true' : undefined
}
