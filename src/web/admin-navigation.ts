import {
  BookOpen,
  Briefcase,
  CreditCard,
  FilePen,
  Footprints,
  House,
  Layers,
  LayoutDashboard,
  ListChecks,
  PanelBottom,
  Phone,
  SlidersHorizontal,
  Store,
  Tags,
} from 'lucide-react'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { adminPaths, buildGroupPath, buildSingleRecordEditorPath } from './admin/admin-paths.ts'
import { inboxNavigation } from './admin/inbox/pages.ts'
import { operationsNavigation } from './admin/operations/pages.ts'
import { peopleNavigation } from './admin/people/pages.ts'
import { salesNavigation } from './admin/sales/pages.ts'
import type { NavigationGroup } from './admin/sidebar-navigation.ts'
import { siteNavigation } from './admin/site/pages.ts'
import { workNavigation } from './admin/work/pages.ts'

/** The entries of the sidebar, grouped by purpose. */
export const adminNavigation: readonly NavigationGroup[] = [
  { entries: [{ label: 'Overview', to: adminPaths.overview, icon: LayoutDashboard }, ...workNavigation] },
  { title: 'Sales', entries: salesNavigation },
  { title: 'Inbox', entries: [...inboxNavigation, ...operationsNavigation] },
  {
    title: 'Website',
    entries: [
      { label: 'All content', to: adminPaths.allContent, icon: SlidersHorizontal },
      { label: 'Home page', to: buildGroupPath('home'), icon: House, group: 'home' },
      { label: 'Services', to: buildGroupPath('services'), icon: Briefcase, group: 'services' },
      { label: 'Pricing', to: buildGroupPath('pricing'), icon: Tags, group: 'pricing' },
      { label: 'Contact and legal', to: buildGroupPath('contact'), icon: Phone, group: 'contact' },
      { label: 'Header and footer', to: buildGroupPath('frame'), icon: PanelBottom, group: 'frame' },
      ...siteNavigation,
      { label: 'Drafts', to: adminPaths.release, icon: FilePen, countKey: 'draftedChanges' },
      { label: 'Check my site', to: adminPaths.siteAudit, icon: ListChecks },
    ],
  },
  {
    title: 'Business',
    entries: [
      { label: 'Business info', to: buildSingleRecordEditorPath(businessInfo), icon: Store, group: 'business' },
      { label: 'Payment account', to: payeeEmail.editor.home, icon: CreditCard },
      ...peopleNavigation,
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
