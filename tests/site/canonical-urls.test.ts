import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getTextVersionPath, publicPages } from '../../src/contract/core/public-pages.ts'
import * as rendering from '../../src/server/site/pages/renderer.ts'
import { findOpenRedirect, openRedirectUrls } from '../support/open-redirect-urls.ts'
import { requestExactUrl } from '../support/raw-request.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { createTestDatabases } from '../support/test-databases.ts'

const SITE_ORIGIN = 'http://127.0.0.1:3000'
const ID = '6f1b7c9e-0a43-4f6e-9d2b-3f5c8a7e1d20'
const renderer = await rendering.loadRenderer()
const { pages } = renderer
const pagePaths = pages.map(({ path }) => path.replaceAll(':slug', 'a-made-up-name').replace(/:[a-z]+/gi, ID))

/** How else somebody may write an address and mean the same page: slashes, capitals, percent-encoding. */
function listUrlVariants(address: string): string[] {
  if (address === '/') return ['//', '///']
  const bare = address.replace(/\/$/, '')
  const encoded = bare.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)
  const loud = bare.split('/').map((part) => (part === ID ? part : part.toUpperCase()))
  const all = [bare, `${bare}/`, `${bare}//`, `/${bare}`, `//${bare}/`, loud.join('/'), `/${bare.slice(1).replaceAll('/', '//')}`]
  return [...new Set([...all, ...(bare === `/${ID}` ? [] : [encoded])])].filter((spelling) => spelling !== address)
}

/** No database is asked for any of it. */
const { environment, remove } = createTestDatabases(() => undefined)

describe('the address of a page', () => {
  let site: TestApp
  let port: number
  const render = vi.fn(renderer.render)
  beforeAll(async () => {
    const load = vi.spyOn(rendering, 'loadRenderer').mockResolvedValue({ ...renderer, render })
    site = await startApp(await environment())
    load.mockRestore()
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    port = (site.app.server.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    await site.close()
    await remove()
  })

  const ask = (target: string, method = 'GET', headers = {}) => requestExactUrl(port, method, target, { headers })

  it('is unique: every other spelling redirects there in one step, with its query, and renders no page', async () => {
    render.mockClear()
    for (const address of pagePaths) {
      const led = listUrlVariants(address).map(async (spelling) => {
        const { status, headers } = await ask(`${spelling}?from=//evil.example&b=%20`)
        return [spelling, status, headers.location]
      })
      const wanted = listUrlVariants(address).map((spelling) => [spelling, 301, `${address}?from=//evil.example&b=%20`])
      expect(await Promise.all(led)).toEqual(wanted)
    }
    expect(render).not.toHaveBeenCalled()
  })

  it('with .txt at its end renders each page once for any number of requests', async () => {
    const paths = publicPages.map(({ path }) => path)
    render.mockClear()
    for (const path of [...paths, ...paths]) expect((await ask(getTextVersionPath(path))).status).toBe(200)
    expect(render.mock.calls.map(([request]) => new URL(request.url).pathname)).toEqual(paths)
  })

  it('itself leads to no other spelling', async () => {
    for (const address of pagePaths) {
      const { status, headers } = await ask(address)
      expect([address, status === 301 ? headers.location : undefined]).toEqual([address, undefined])
    }
  })

  it('may be kept for an hour, is the same for HEAD, and is told by the headers of every reply', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const target of ['/Pricing', '//pricing']) {
        const { status, headers, text } = await ask(target, method)
        expect([target, status, headers.location, text]).toEqual([target, 301, '/pricing/', ''])
        expect(headers).toMatchObject({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      }
    }
  })

  it('matters to no form: what is posted to another spelling is not sent on', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const target of ['/contact/', '/Contact', '/contact-us/', '/LOGIN', '/subscribe/']) {
      const { status } = await requestExactUrl(port, 'POST', target, { headers, payload: 'a=1' })
      expect([target, status === 301]).toEqual([target, false])
    }
  })

  it('says nothing of calls, files and addresses that are no page: those stay what they were', async () => {
    const [other, file] = [400, 404]
    const renderCounts: Record<string, number> = {
      '/api/banner/': file,
      '/API/banner': file,
      '//api/banner': other,
      '/Robots.txt': file,
      '//robots.txt': other,
      '/favicon.svg/': file,
      '/nothing/': file,
      '/NOTHING//x': file,
      '//evil.example': other,
      '//evil.example/pricing': other,
      '/\\evil.example': other,
      '/pricing/../pricing': other,
      '/pricing%2F': file,
    }
    for (const [target, status] of Object.entries(renderCounts))
      expect([target, (await ask(target)).status]).toEqual([target, status])
  })

  it('never leads off the site, whatever is written before, behind or in the middle of it', async () => {
    const some = openRedirectUrls.filter((one, nth) => /^[!-~]+$/.test(one) && nth % 5 === 0)
    for (const form of ['%', '/%', '//%/pricing', '/pricing//%', '//my-order/%', '//pricing?to=%', '/Contact?%']) {
      const targets = some.map((one) => form.replace('%', () => one))
      const led = targets.map(async (target) => [target, findOpenRedirect((await ask(target)).headers.location, SITE_ORIGIN)])
      expect(await Promise.all(led)).toEqual(targets.map((target) => [target, undefined]))
    }
  })
})
