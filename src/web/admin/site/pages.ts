import { Images } from 'lucide-react'
import { type DeclaredPage, defineHydratedPage } from '#web/define-page.ts'
import { adminPaths } from '../admin-paths.ts'
import type { NavigationEntry } from '../sidebar-navigation.ts'

export const sitePages: readonly DeclaredPage[] = [
  defineHydratedPage(adminPaths.images, 'admin', () => import('./images/image-library-page.tsx')),
  defineHydratedPage(adminPaths.oldPaths, 'admin', () => import('./old-paths/old-paths-page.tsx'), {
    sidebarEntry: adminPaths.allContent,
  }),
]

/** The entries of the sidebar. */
export const siteNavigation: readonly NavigationEntry[] = [{ label: 'Images', to: adminPaths.images, icon: Images }]
