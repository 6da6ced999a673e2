import { expect, test } from 'vitest'
import { contentKinds } from '../../contract/content-kinds.ts'
import { recordPages } from '../../contract/grammar/content-kind.ts'
import { recordPageAt, screenAt, screens } from './site-map.ts'

test.each(contentKinds.map((contentKind) => [contentKind.kind, contentKind] as const))(
  '%s is on the screen at its home, slash or not',
  (_, contentKind) => {
    expect(screenAt(contentKind.editor.home)?.contentKinds).toContain(contentKind)
    expect(screenAt(`${contentKind.editor.home}/`)?.contentKinds).toContain(contentKind)
  },
)

test.each(contentKinds.flatMap((contentKind) => recordPages(contentKind).map((page) => [page.path, contentKind, page] as const)))(
  'a record below %s is edited by its own content kind',
  (path, contentKind, page) => {
    expect(recordPageAt(path.replace(':id', 'some-id'))).toEqual({ contentKind, page })
  },
)

test('no content kind is on two screens', () => {
  expect(screens.flatMap((screen) => screen.contentKinds)).toHaveLength(contentKinds.length)
})

test('content kinds that share a home share a screen, which is named without "heading"', () => {
  const services = screens.find(({ path }) => path === '/edit-service')
  expect(services?.contentKinds.map(({ kind }) => kind)).toEqual([
    'service-text',
    'service-item',
    'service-words',
    'service-page-words',
  ])
  expect(services?.name).toBe('Services')
})

test('an address of two segments that no content kind claims has none', () => {
  expect([screenAt('/nothing/here'), recordPageAt('/nothing/here')]).toEqual([undefined, undefined])
})
