import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contentKinds } from '#contract/content-kinds.ts'
import { listRecordEditorPages } from '#contract/core/content-kind.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { buildEndpointKey } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointHandler } from '#platform/http/register-api.ts'
import { assertContractImplemented } from './assert-contract-implemented.ts'

const handlers: EndpointHandler[] = endpoints.map((endpoint) => ({ endpoint, handle: async () => null }))
const pagePaths = contentKinds.flatMap((contentKind) => [
  contentKind.editor.home,
  ...listRecordEditorPages(contentKind).map(({ path }) => path),
])

it('accepts declarations without a fault', () => {
  expect(() => assertContractImplemented({ handlers, pagePaths })).not.toThrow()
})

it('refuses a call without a handler and a call with two', () => {
  expect(() => assertContractImplemented({ handlers: handlers.slice(1), pagePaths })).toThrow('GET /logo has no handler')
  expect(() => assertContractImplemented({ handlers: [...handlers, ...handlers.slice(0, 1)], pagePaths })).toThrow(
    'GET /logo has two handlers',
  )
})

it('refuses a handler of a call that is not listed', () => {
  const [first = expect.fail()] = endpoints
  const unlistedEndpoint = { ...first, path: '/notes' } as Endpoint
  expect(() =>
    assertContractImplemented({ handlers: [...handlers, { endpoint: unlistedEndpoint, handle: async () => null }], pagePaths }),
  ).toThrow('GET /notes has a handler and isn’t listed: add its file to its group, or to src/contract/endpoints.ts')
})

it('has every declared call in src/contract/endpoints.ts', async () => {
  const contract = new URL('../contract/', import.meta.url)
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /^[a-z-]+\/[a-z-]+\.ts$/.test(name) && !name.startsWith('core/'),
  )
  const declaredCalls = endpoints.map(buildEndpointKey)
  const unlistedCalls = await Promise.all(
    files.map(async (file) => {
      const exported: unknown[] = Object.values((await import(new URL(file, contract).href)) as object)
      const calls = exported.filter(
        (value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value && 'reply' in value,
      )
      return calls
        .map(buildEndpointKey)
        .flatMap((name) => (declaredCalls.includes(name) ? [] : [`src/contract/${file} declares ${name}`]))
    }),
  )
  expect(unlistedCalls.flat()).toEqual([])
})

it('refuses an editor path that isn’t a page', () => {
  const pathsWithoutBannerEditor = pagePaths.filter((path) => path !== '/edit-banner')
  expect(() => assertContractImplemented({ handlers, pagePaths: pathsWithoutBannerEditor })).toThrow(
    'banner is edited at /edit-banner, which isn’t a page',
  )
})
