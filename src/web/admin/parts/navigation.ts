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
import { CHECKS } from '../checks/address.ts'
import { sectionAt, withoutSlash } from '../content/screens.ts'
import { DRAFTS } from '../drafts/address.ts'
import { GUIDE } from '../guide/address.ts'
import { groups } from '../setting/groups.ts'
import { TRANSFER } from '../transfer/address.ts'

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

const anchor = (group: keyof typeof groups) => `/setting#${groups[group].id}`

/** The admin's pages by what they are for (UX, Admin). */
export const navigation: readonly { title?: string; entries: readonly NavigationEntry[] }[] = [
  { entries: [{ label: 'Overview', to: '/admin', icon: LayoutDashboard }] },
  {
    title: 'Sales',
    entries: [
      { label: 'Orders', to: '/total-orders', icon: ReceiptText, covers: '/admin/payment-status/:id' },
      { label: 'Payments to check', to: '/payments-to-check', icon: Flag, isPassing: true },
      { label: 'Messages', to: '/all-messages', icon: Mail, covers: '/view/:id', counts: 'unreadMessages' },
      { label: 'Subscribers', to: '/all-subscriber', icon: Users },
      { label: 'Undelivered mail', to: '/undelivered-mail', icon: MailWarning, counts: 'undeliveredMail', isPassing: true },
    ],
  },
  {
    title: 'Website',
    entries: [
      { label: 'Setting', to: '/setting', icon: SlidersHorizontal },
      { label: 'Check my site', to: CHECKS, icon: ListChecks, isPassing: true },
      { label: 'Draft', to: DRAFTS, icon: FilePen, counts: 'draftedChanges', isPassing: true },
      { label: 'Landing', to: anchor('home'), icon: House },
      { label: 'Contact', to: anchor('otherPages'), icon: Phone },
      { label: 'Footer', to: anchor('footer'), icon: PanelBottom },
      { label: 'Brand', to: anchor('brand'), icon: Image },
      { label: 'Pictures', to: '/pictures', icon: Images },
      { label: 'Export and import', to: TRANSFER, icon: ArrowLeftRight },
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
      { label: 'Going live', to: '/going-live', icon: Rocket, isPassing: true },
      { label: 'Audit log', to: '/audit-log', icon: History },
      { label: 'Your account', to: '/account', icon: CircleUser, isOutside: true },
      { label: 'Guide', to: GUIDE, icon: BookOpen },
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
  return [section.editor.home, `/setting#${groups[section.group].id}`].includes(to) ? 'true' : undefined
}
