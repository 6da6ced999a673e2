import {
  CircleUser,
  CreditCard,
  Flag,
  Footprints,
  History,
  House,
  Image,
  Layers,
  LayoutDashboard,
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
import { groups } from '../setting/groups.ts'

export type NavigationEntry = {
  label: string
  to: string
  icon: LucideIcon
  /** A page of the site, which is a full load. */
  isOutside?: true
  /** Pages that belong to it without being in the sidebar. */
  covers?: string
  /** What is counted beside it. */
  counts?: 'unreadMessages' | 'undeliveredMail'
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
      { label: 'Landing', to: anchor('home'), icon: House },
      { label: 'Contact', to: anchor('otherPages'), icon: Phone },
      { label: 'Footer', to: anchor('footer'), icon: PanelBottom },
      { label: 'Brand', to: anchor('brand'), icon: Image },
    ],
  },
  {
    title: 'More',
    entries: [
      { label: 'Step section', to: '/step-section', icon: Footprints },
      { label: 'Design item', to: '/add-item', icon: Layers },
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
    ],
  },
]
