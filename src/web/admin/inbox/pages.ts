import { Mail, Users } from 'lucide-react'
import { type DeclaredPage, defineHydratedPage } from '#web/define-page.ts'
import { adminPaths } from '../admin-paths.ts'
import type { NavigationEntry } from '../sidebar-navigation.ts'

export const inboxPages: readonly DeclaredPage[] = [
  defineHydratedPage(adminPaths.messages, 'admin', () => import('./messages/messages-page.tsx')),
  defineHydratedPage(adminPaths.message, 'admin', () => import('./messages/message-page.tsx'), {
    sidebarEntry: adminPaths.messages,
  }),
  defineHydratedPage(adminPaths.subscribers, 'admin', () => import('./subscribers/subscribers-page.tsx')),
]

/** The entries of the sidebar. */
export const inboxNavigation: readonly NavigationEntry[] = [
  { label: 'Messages', to: adminPaths.messages, icon: Mail, countKey: 'unreadMessages' },
  { label: 'Subscribers', to: adminPaths.subscribers, icon: Users },
]
