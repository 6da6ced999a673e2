import { expect, test } from 'vitest'
import { contentKinds } from '../../contract/content-kinds.ts'
import { listEditorPages } from '../../contract/core/content-kind.ts'
import { editorScreens, findEditorScreen, findRecordEditorPage } from './navigation.ts'

test.each(contentKinds.map((contentKind) => [contentKind.kind, contentKind] as const))(
  'finds %s at its home path, with and without a trailing slash',
  (_, contentKind) => {
    expect(findEditorScreen(contentKind.editor.home)?.contentKinds).toContain(contentKind)
    expect(findEditorScreen(`${contentKind.editor.home}/`)?.contentKinds).toContain(contentKind)
  },
)

test.each(
  contentKinds.flatMap((contentKind) => listEditorPages(contentKind).map((page) => [page.path, contentKind, page] as const)),
)('edits a record below %s with its own content kind', (path, contentKind, page) => {
  expect(findRecordEditorPage(path.replace(':id', 'some-id'))).toEqual({ contentKind, page })
})

test('puts each content kind on one screen', () => {
  expect(editorScreens.flatMap((screen) => screen.contentKinds)).toHaveLength(contentKinds.length)
})

test('puts content kinds with the same home path on one screen, named without "heading"', () => {
  const services = editorScreens.find(({ path }) => path === '/edit-service')
  expect(services?.contentKinds.map(({ kind }) => kind)).toEqual([
    'service-text',
    'service-item',
    'service-words',
    'service-page-words',
  ])
  expect(services?.name).toBe('Services')
})

test('finds no screen at a path that no content kind declares', () => {
  expect([findEditorScreen('/nothing/here'), findRecordEditorPage('/nothing/here')]).toEqual([undefined, undefined])
})
