import { sectionAt } from '../content/screens.ts'
import { groups } from '../setting/groups.ts'
import { navigation } from './navigation.ts'

const entries = navigation.flatMap((part) => part.entries)

/** Whether an entry of the sidebar leads to this page, or to the part of the admin that it belongs to. */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  if (to === path) return 'page'
  // An entry's own page belongs to nothing else, though `/:id` would take its address for a record's.
  if (entries.some((entry) => entry.to === path)) return
  const section = sectionAt(path)
  if (!section) return
  return [section.editor.home, `/setting#${groups[section.group].id}`].includes(to) ? 'true' : undefined
}
