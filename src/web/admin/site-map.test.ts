import { expect, test } from 'vitest'
import { recordPages } from '../../contract/grammar/section.ts'
import { user } from '../../contract/people/user.ts'
import { sections } from '../../contract/sections.ts'
import { recordPageAt, screenAt, screens, screensOf, sectionAt } from './site-map.ts'

const everything = [...sections, user]

test.each(everything.map((section) => [section.kind, section] as const))(
  '%s is on the screen at its home, slash or not',
  (_, section) => {
    expect(screenAt(section.editor.home)?.sections).toContain(section)
    expect(screenAt(`${section.editor.home}/`)?.sections).toContain(section)
  },
)

test.each(everything.flatMap((section) => recordPages(section).map((page) => [page.path, section, page] as const)))(
  'a record below %s is edited by its own section',
  (path, section, page) => {
    expect(recordPageAt(path.replace(':id', 'some-id'))).toEqual({ section, page })
  },
)

test('no section is on two screens', () => {
  expect(screens.flatMap((screen) => screen.sections)).toHaveLength(sections.length)
})

test('sections that share a home share a screen, which is named without "heading"', () => {
  const services = screensOf(sections).find(({ path }) => path === '/edit-service')
  expect(services?.sections.map(({ kind }) => kind)).toEqual([
    'service-text',
    'service-item',
    'service-words',
    'service-page-words',
  ])
  expect(services?.name).toBe('Services')
})

test('an address of two segments that no section claims has no section', () => {
  expect(sectionAt('/nothing/here')).toBeUndefined()
})
