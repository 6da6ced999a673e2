import { expect, test } from 'vitest'
import { contentKinds } from '../../contract/content-kinds.ts'
import { listEditorPages } from '../../contract/core/content-kind.ts'
import { editorScreens, findEditorScreen, findRecordEditorPage } from './navigation.ts'

test.each(contentKinds.map((contentKind) => [contentKind.kind, contentKind] as const))(
  '%s is on the screen at its home, slash or not',
  (_, contentKind) => {
    expect(findEditorScreen(contentKind.editor.home)?.contentKinds).toContain(contentKind)
    expect(findEditorScreen(`${contentKind.editor.home}/`)?.contentKinds).toContain(contentKind)
  },
)

test.each(
  contentKinds.flatMap((contentKind) => listEditorPages(contentKind).map((page) => [page.path, contentKind, page] as const)),
)('a record below %s is edited by its own content kind', (path, contentKind, page) => {
  expect(findRecordEditorPage(path.replace(':id', 'some-id'))).toEqual({ contentKind, page })
})

test('no content kind is on two screens', () => {
  expect(editorScreens.flatMap((screen) => screen.contentKinds)).toHaveLength(contentKinds.length)
})

test('content kinds that share a home share a screen, which is named without "heading"', () => {
  const services = editorScreens.find(({ path }) => path === '/edit-service')
  expect(services?.contentKinds.map(({ kind }) => kind)).toEqual([
    'service-text',
    'service-item',
    'service-words',
    'service-page-words',
  ])
  expect(services?.name).toBe('Services')
})

test('an address of two segments that no content kind claims has none', () => {
  expect([findEditorScreen('/nothing/here'), findRecordEditorPage('/nothing/here')]).toEqual([undefined, undefined])
})
