import { expect, it } from 'vitest'
import { contentKinds } from '../contract/content-kinds.ts'
import { endpoints } from '../contract/endpoints.ts'
import { recordPages } from '../contract/grammar/content-kind.ts'
import type { Handled } from './platform/http/http.ts'
import { checkDeclarations } from './start-up-check.ts'

const handlers: Handled[] = endpoints.map((endpoint) => ({ endpoint, handle: async () => null }))
const pagePaths = contentKinds.flatMap((contentKind) => [
  contentKind.editor.home,
  ...recordPages(contentKind).map(({ path }) => path),
])

it('lets sound declarations through', () => {
  expect(() => checkDeclarations({ handlers, pagePaths })).not.toThrow()
})

it('refuses a call without a handler and a call with two', () => {
  expect(() => checkDeclarations({ handlers: handlers.slice(1), pagePaths })).toThrow('GET /logo has no handler')
  expect(() => checkDeclarations({ handlers: [...handlers, ...handlers.slice(0, 1)], pagePaths })).toThrow(
    'GET /logo has two handlers',
  )
})

it('refuses an editor that is no page', () => {
  const lacking = pagePaths.filter((path) => path !== '/edit-banner')
  expect(() => checkDeclarations({ handlers, pagePaths: lacking })).toThrow('banner is edited at /edit-banner, which is no page')
})
