import { expect, it } from 'vitest'
import { endpoints, groupsByEndpoint } from '#contract/endpoints.ts'
import { buildOpenApiDocument } from './openapi.ts'

type Parameter = { name: string; required: boolean; description?: string; schema: { default?: unknown; minimum?: number } }

const { paths } = buildOpenApiDocument(endpoints, groupsByEndpoint, '1.0.0')
const getParameters = (path: string, method: string) =>
  (paths[path]?.[method] as { parameters?: Parameter[] } | undefined)?.parameters ?? []

it('describes page and size and their defaults', () => {
  const getPagingParameters = (path: string) =>
    getParameters(path, 'get').filter(({ name }) => name === 'page' || name === 'size')
  for (const path of ['/orders', '/messages', '/subscribers', '/payment-flags'])
    expect([path, getPagingParameters(path)]).toMatchObject([
      path,
      [
        {
          name: 'page',
          required: false,
          schema: { type: 'integer', minimum: 1, description: expect.stringContaining('Without it') },
        },
        { name: 'size', required: false, schema: { type: 'integer', minimum: 1, maximum: 1000 } },
      ],
    ])
})

it('declares no default below the minimum', () => {
  for (const { path, method } of endpoints) {
    const all = getParameters(path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase())
    for (const { name, schema } of all) {
      const isWrong = typeof schema?.default === 'number' && schema.default < (schema.minimum ?? schema.default)
      expect([method, path, name, isWrong]).toEqual([method, path, name, false])
    }
  }
})
