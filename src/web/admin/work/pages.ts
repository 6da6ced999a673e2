import { Briefcase } from 'lucide-react'
import { type DeclaredPage, defineHydratedPage } from '#web/define-page.ts'
import { adminPaths } from '../admin-paths.ts'
import type { NavigationEntry } from '../sidebar-navigation.ts'

export const workPages: readonly DeclaredPage[] = [
  defineHydratedPage(adminPaths.work, 'admin', () => import('./work-board-page.tsx')),
  defineHydratedPage(adminPaths.orderWork, 'admin', () => import('./order-work-page.tsx'), { sidebarEntry: adminPaths.work }),
  defineHydratedPage(adminPaths.deliverable, 'admin', () => import('./deliverable-page.tsx'), { sidebarEntry: adminPaths.work }),
]

/** The entries of the sidebar. */
export const workNavigation: readonly NavigationEntry[] = [{ label: 'Work', to: adminPaths.work, icon: Briefcase }]
