import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it, vi } from 'vitest'
import { getTextVersionPath, publicPages } from '#contract/core/public-pages.ts'
import * as rendering from '#server/site/pages/load-page-renderer.ts'
import { requestExactUrl } from '../support/raw-request.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const ID = '6f1b7c9e-0a43-4f6e-9d2b-3f5c8a7e1d20'
const renderer = await rendering.loadPageRenderer()
const { pages } = renderer
const pagePaths = pages.map(({ path }) => path.replaceAll(':slug', 'a-made-up-name').replace(/:[a-z]+/gi, ID))

/** Spells a path in other ways: with more slashes, in capitals, percent-encoded. */
function listUrlVariants(path: string): string[] {
  if (path === '/') return ['//', '///']
  const bare = path.replace(/\/$/, '')
  const encodedPath = bare.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)
  const upperCase = bare.split('/').map((part) => (part === ID ? part : part.toUpperCase()))
  const all = [
    bare,
    `${bare}/`,
    `${bare}//`,
    `/${bare}`,
    `//${bare}/`,
    upperCase.join('/'),
    `/${bare.slice(1).replaceAll('/', '//')}`,
  ]
  return [...new Set([...all, ...(bare === `/${ID}` ? [] : [encodedPath])])].filter((spelling) => spelling !== path)
}

// These replies read no database.
describeOnSqlite('the URL of a page', (database) => {
  let port: number
  const render = vi.fn(renderer.render)
  const site = startForSuite(async () => {
    const load = vi.spyOn(rendering, 'loadPageRenderer').mockResolvedValue({ ...renderer, render })
    return startApp(await database.environment()).finally(() => load.mockRestore())
  })
  beforeAll(async () => {
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.server.address() as AddressInfo).port
  })

  const send = (target: string, method = 'GET', headers = {}) => requestExactUrl(port, method, target, { headers })

  it('is unique: every other spelling redirects there in one step and keeps its query', async () => {
    render.mockClear()
    for (const path of pagePaths) {
      const redirects = listUrlVariants(path).map(async (spelling) => {
        const { status, headers } = await send(`${spelling}?from=//evil.example&b=%20`)
        return [spelling, status, headers.location]
      })
      const expected = listUrlVariants(path).map((spelling) => [spelling, 301, `${path}?from=//evil.example&b=%20`])
      expect(await Promise.all(redirects)).toEqual(expected)
    }
    expect(render).not.toHaveBeenCalled()
  })

  it('with .txt at its end is rendered once for all requests', async () => {
    const paths = publicPages.filter((page) => !('requires' in page)).map(({ path }) => path)
    render.mockClear()
    for (const path of [...paths, ...paths]) expect((await send(getTextVersionPath(path))).status).toBe(200)
    expect(render.mock.calls.map(([request]) => new URL(request.url).pathname)).toEqual(paths)
  })

  it('redirects to no other spelling', async () => {
    for (const path of pagePaths) {
      const { status, headers } = await send(path)
      expect([path, status === 301 ? headers.location : undefined]).toEqual([path, undefined])
    }
  })

  it('is the target of redirects that browsers may cache for an hour, for GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const target of ['/Pricing', '//pricing']) {
        const { status, headers, text } = await send(target, method)
        expect([target, status, headers.location, text]).toEqual([target, 301, '/pricing/', ''])
        expect(headers).toMatchObject({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      }
    }
  })

  it('is not the target of a redirect for a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const target of ['/contact/', '/Contact', '/contact-us/', '/LOGIN', '/subscribe/']) {
      const { status } = await requestExactUrl(port, 'POST', target, { headers, payload: 'a=1' })
      expect([target, status === 301]).toEqual([target, false])
    }
  })

  it('doesn’t affect calls, files and unknown paths', async () => {
    const [badRequest, notFound] = [400, 404]
    const statuses: Record<string, number> = {
      '/api/banner/': notFound,
      '/API/banner': notFound,
      '//api/banner': badRequest,
      '/Robots.txt': notFound,
      '//robots.txt': badRequest,
      '/favicon.svg/': notFound,
      '/nothing/': notFound,
      '/NOTHING//x': notFound,
      '//evil.example': badRequest,
      '//evil.example/pricing': badRequest,
      '/\\evil.example': badRequest,
      '/pricing/../pricing': badRequest,
      '/pricing%2F': notFound,
    }
    for (const [target, status] of Object.entries(statuses))
      expect([target, (await send(target)).status]).toEqual([target, status])
  })
})
