import { matchPath } from 'react-router'
import { type RecordPage, recordPages, type Section } from '../../../contract/section.ts'
import { user } from '../../../contract/sections/user.ts'
import { sections } from '../../../contract/sections.ts'

/** An editor's home page; sections that share it share the screen. */
export type Screen = { path: string; name: string; sections: readonly Section[] }

/** Every editor's screen, in the order of the sections. */
export const screens: readonly Screen[] = screensOf(sections)

const edited: readonly Section[] = [...sections, user]
const allScreens = screensOf(edited)

export function screensOf(all: readonly Section[]): Screen[] {
  return [...Map.groupBy(all, ({ editor }) => editor.home)].map(([path, sharing]) => ({
    path,
    name: sharing.map(({ editor }) => editor.name).find(Boolean) ?? sharing[0]?.title ?? '',
    sections: sharing,
  }))
}

/** An address without the slashes at its end, which make no difference. */
export function withoutSlash(pathname: string): string {
  let end = pathname.length
  while (end > 1 && pathname[end - 1] === '/') end--
  return pathname.slice(0, end)
}

/** The screen at an address; a slash at its end makes no difference. */
export function screenAt(pathname: string): Screen | undefined {
  return allScreens.find(({ path }) => withoutSlash(path) === withoutSlash(pathname))
}

/** The section and page that edit the record at an address. */
export function recordPageAt(pathname: string): { section: Section; page: RecordPage } | undefined {
  for (const section of edited) {
    const page = recordPages(section).find(({ path }) => matchPath(path, pathname))
    if (page) return { section, page }
  }
}

/** The section whose home or record page stands at an address. */
export function sectionAt(pathname: string): Section | undefined {
  return screenAt(pathname)?.sections[0] ?? recordPageAt(pathname)?.section
}
