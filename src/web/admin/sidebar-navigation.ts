import type { LucideIcon } from 'lucide-react'
import { matchPath } from 'react-router'
import { contentKinds } from '#contract/content-kinds.ts'
import type { EditorGroupName } from '#contract/core/content-kind.ts'
import type { DeclaredPage } from '#web/define-page.ts'
import { adminPaths, buildGroupPath, parseEditorGroup } from './admin-paths.ts'
import { findEditorScreenByPath, findRecordEditorByPath } from './editor-screens.ts'

export type NavigationEntry = {
  label: string
  to: string
  icon: LucideIcon
  /** The editors that belong to this entry. */
  group?: EditorGroupName
  /** The count beside the label. */
  countKey?: NavigationCount
  /** Shown only while its count isn't zero or while its page is open. */
  isTransient?: true
}

export type NavigationGroup = { title?: string; entries: readonly NavigationEntry[] }

/** What the admin frame shows: the groups of the sidebar, and the pages, which name their entries. */
export type AdminFrame = { navigation: readonly NavigationGroup[]; pages: readonly Pick<DeclaredPage, 'path' | 'sidebarEntry'>[] }

type NavigationCount = 'unreadMessages' | 'undeliveredMail' | 'draftedChanges' | 'paymentsToReview'

/** Returns the link that the sidebar highlights. `ariaCurrent` is `true` if the page has no entry of its own. */
export function findCurrentSidebarLink(
  { navigation, pages }: AdminFrame,
  { pathname, search }: { pathname: string; search: string },
): { to: string; ariaCurrent: 'page' | 'true' } | undefined {
  const entries = navigation.flatMap((group) => group.entries)
  const pageEntry = findPageEntry(entries, pathname, search)
  if (pageEntry) return { to: pageEntry.to, ariaCurrent: 'page' }
  const to = pages.find(({ path, sidebarEntry }) => sidebarEntry && matchPath(path, pathname))?.sidebarEntry
  const areaEntry = to === undefined ? findEditorEntry(entries, pathname) : { to }
  return areaEntry && { to: areaEntry.to, ariaCurrent: 'true' }
}

function findPageEntry(entries: readonly NavigationEntry[], pathname: string, search: string): NavigationEntry | undefined {
  const group = matchPath(adminPaths.allContent, pathname) && parseEditorGroup(search)
  return (
    entries.find((entry) => group && entry.to === buildGroupPath(group)) ??
    entries.find(({ to }) => matchPath(stripQuery(to), pathname))
  )
}

/** Returns the entry of the editor or the history of a content kind. */
function findEditorEntry(entries: readonly NavigationEntry[], pathname: string): { to: string } | undefined {
  const kind = matchPath(adminPaths.history, pathname)?.params.kind
  const contentKind =
    contentKinds.find((one) => one.kind === kind) ??
    findEditorScreenByPath(pathname)?.contentKinds[0] ??
    findRecordEditorByPath(pathname)?.contentKind
  if (!contentKind) return
  const { group, editor } = contentKind
  return (
    entries.find(({ to }) => stripQuery(to) === editor.home) ??
    entries.find((entry) => entry.group === group) ?? { to: adminPaths.allContent }
  )
}

function stripQuery(path: string): string {
  return path.split('?')[0] ?? path
}
