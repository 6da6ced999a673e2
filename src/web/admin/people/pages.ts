import { UserCog } from 'lucide-react'
import { type DeclaredPage, defineHydratedPage } from '#web/define-page.ts'
import { adminPaths } from '../admin-paths.ts'
import type { NavigationEntry } from '../sidebar-navigation.ts'

export const peoplePages: readonly DeclaredPage[] = [
  defineHydratedPage(adminPaths.users, 'anyone', () => import('./team-access-page.tsx')),
  defineHydratedPage(adminPaths.user, 'admin', () => import('./edit-admin-user-page.tsx'), { sidebarEntry: adminPaths.users }),
]

/** The entries of the sidebar. */
export const peopleNavigation: readonly NavigationEntry[] = [{ label: 'Team & access', to: adminPaths.users, icon: UserCog }]
