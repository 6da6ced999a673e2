import { matchPath } from 'react-router'
import { sectionAt, withoutSlash } from '../content/screens.ts'
import { groups } from '../setting/groups.ts'
import { type NavigationEntry, navigation } from './navigation.ts'

const entries: readonly NavigationEntry[] = navigation.flatMap((part) => part.entries)

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
