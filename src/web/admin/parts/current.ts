import { sectionAt } from '../content/screens.ts'
import { groups } from '../setting/groups.ts'

/** Whether an entry of the sidebar leads to this page, or to the part of the admin that it belongs to. */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  if (to === path) return 'page'
  const section = sectionAt(path)
  if (!section) return
  return [section.editor.home, `/setting#${groups[section.group].id}`].includes(to) ? 'true' : undefined
}
