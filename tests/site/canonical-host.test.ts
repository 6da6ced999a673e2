import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseHttpStatusCodes, sendRawBytes } from '../support/raw-request.ts'
import { publicSiteSettings, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

type Answer = { status: number; location: string | undefined; text: string }

describeOnSqlite('the host of a site', (database) => {
  const sites: TestApp[] = []
  let requestHttpsSite: (line: string, ...headers: string[]) => Promise<Answer>
  let requestHttpSite: typeof requestHttpsSite
  let requestLocalSite: typeof requestHttpsSite
  let port: number

  async function start(environment: Record<string, string>): Promise<typeof requestHttpsSite> {
    const site = await startApp({ ...(await database.environment()), SEED: 'demo', RATE_LIMITS: 'on', ...environment })
    sites.push(site)
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    const at = (site.app.server.server.address() as AddressInfo).port
    port = at
    return async (line, ...headers) => {
      const version = line.includes(' HTTP/') ? line : `${line} HTTP/1.1`
      const text = await sendRawBytes(at, Buffer.from([version, ...headers, 'Connection: close', '', ''].join('\r\n')))
      return { status: parseHttpStatusCodes(text)[0] ?? 0, location: /^location: (.*)\r$/im.exec(text)?.[1], text }
    }
  }

  beforeAll(async () => {
    requestLocalSite = await start({ PORT: '3000' })
    requestHttpSite = await start(publicSiteSettings('http://shop.example'))
    requestHttpsSite = await start({ ...publicSiteSettings('https://shop.example'), TRUST_PROXY: '127.0.0.1' })
  })
  afterAll(async () => {
    for (const site of sites) await site.close()
  })

  it('redirects a GET or HEAD for another host to ORIGIN, with its path and query', async () => {
    for (const host of [
      'www.shop.example',
      '127.0.0.1',
      '203.0.113.7:3000',
      'made-up.example',
      'shop.example.',
      'shop.example:8080',
      '',
    ])
      for (const method of ['GET', 'HEAD'])
        for (const target of ['/', '/pricing/?utm_source=x&a=b', '/api/banner', '/no/such/page', '/favicon.ico']) {
          const { status, location, text } = await requestHttpSite(`${method} ${target}`, `Host: ${host}`)
          expect([host, target, status, location]).toEqual([host, target, 301, `http://shop.example${target}`])
          expect(text).toMatch(/cache-control: private, no-store/i)
        }
    expect((await requestHttpSite('GET http://www.shop.example/terms', 'Host: shop.example')).location).toBe(
      'http://shop.example/terms',
    )
    expect((await requestHttpSite('GET / HTTP/1.0')).location).toBe('http://shop.example/')
  })

  it('answers its host in every spelling, for cached pages too', async () => {
    for (const host of ['shop.example', 'SHOP.example', 'shop.example:80'])
      for (const path of ['/', '/?a=b', '/login', '/api/banner'])
        expect([host, path, (await requestHttpSite(`GET ${path}`, `Host: ${host}`)).status]).toEqual([host, path, 200])
    expect((await requestHttpSite('GET http://shop.example/', 'Host: shop.example')).status).toBe(200)
  })

  it('caches nothing of a request for another host', async () => {
    expect((await requestHttpSite('GET /terms', 'Host: evil.example')).status).toBe(301)
    const { status, text } = await requestHttpSite('GET /terms', 'Host: shop.example')
    expect([status, text.includes('evil.example')]).toEqual([200, false])
    expect((await requestHttpSite('GET /terms', 'Host: evil.example')).status).toBe(301)
  })

  it('never redirects to another site, for any spelling of the target', async () => {
    for (const target of ['//evil.example/', '/\\evil.example', 'http://evil.example\\@shop.example/', '/%', '*', '/a b']) {
      const { status, location } = await requestHttpSite(`GET ${target}`, 'Host: evil.example')
      if (location !== undefined) expect(new URL(location, 'http://shop.example').host).toBe('shop.example')
      expect(status).not.toBe(200)
    }
  })

  it('accepts host and scheme only from a trusted proxy', async () => {
    const own = 'Host: shop.example'
    expect((await requestHttpsSite('GET /terms', own, 'X-Forwarded-Proto: https')).status).toBe(200)
    expect((await requestHttpsSite('GET /terms', own, 'X-Forwarded-Proto: http')).location).toBe('https://shop.example/terms')
    expect((await requestHttpsSite('GET /terms', own, 'X-Forwarded-Proto: http, https')).status).toBe(200)
    for (const list of ['https,http', 'https, https', 'http,https', ' HTTPS , http', 'https,', ',']) {
      expect([list, (await requestHttpsSite('GET /terms', own, `X-Forwarded-Proto: ${list}`)).status]).toEqual([list, 200])
      expect(
        (await requestHttpsSite('GET /terms', own, ...list.split(',').map((one) => `X-Forwarded-Proto: ${one}`))).status,
      ).toBe(200)
    }
    for (const list of ['shop.example, 10.0.0.5:3000', '10.0.0.5:3000,shop.example'])
      expect((await requestHttpsSite('GET /terms', 'Host: 10.0.0.5:3000', `X-Forwarded-Host: ${list}`)).status).toBe(200)
    expect((await requestHttpsSite('GET /terms', own, 'X-Forwarded-Proto: http, http')).status).toBe(301)
    expect((await requestHttpsSite('GET /terms', own, 'X-Forwarded-Host: a.example, b.example')).status).toBe(301)
    // The proxy sends no scheme.
    expect((await requestHttpsSite('GET /terms', own)).status).toBe(200)
    expect((await requestHttpsSite('GET /terms', 'Host: 10.0.0.5:3000', 'X-Forwarded-Host: shop.example')).status).toBe(200)
    expect((await requestHttpsSite('GET /terms', own, 'X-Forwarded-Host: www.shop.example')).status).toBe(301)
    expect((await requestHttpSite('GET /terms', 'Host: evil.example', 'X-Forwarded-Host: shop.example')).status).toBe(301)
    expect((await requestHttpSite('GET /terms', own, 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https')).status).toBe(
      200,
    )
  })

  it('answers health checks of this machine at any host, but redirects those through a proxy', async () => {
    for (const path of ['/healthz', '/readyz', '/readyz?verbose']) {
      expect((await requestHttpSite(`GET ${path}`, 'Host: 127.0.0.1:3000')).status).toBe(200)
      expect((await requestHttpSite(`GET ${path}`, 'Host: evil.example', 'X-Forwarded-For: 203.0.113.7')).status).toBe(301)
    }
    expect((await requestHttpsSite('GET /metrics', 'Host: localhost')).status).toBe(200)
  })

  it('redirects no other method, which the same-origin check covers', async () => {
    const form = ['Host: evil.example', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 0']
    expect((await requestHttpSite('POST /contact', ...form, 'Origin: http://evil.example')).status).toBe(403)
    expect((await requestHttpSite('POST /api/payments/paypal-standard/notify', ...form)).status).not.toBe(301)
  })

  it('answers 127.0.0.1 and localhost if ORIGIN is unset', async () => {
    for (const host of ['127.0.0.1:3000', 'localhost:3000'])
      for (const path of ['/', '/login']) expect((await requestLocalSite(`GET ${path}`, `Host: ${host}`)).status).toBe(200)
  })

  it('answers 400 to two Host headers and to an invalid host', async () => {
    for (const hosts of [
      ['Host: shop.example', 'Host: evil.example'],
      ['Host: shop.example', 'hOsT: shop.example'],
      ['Host: shop.example, evil.example', 'Host:'],
      ['Host: shop.example/evil'],
      ['Host: shop example'],
      ['Host: evil@shop.example'],
    ])
      for (const request of [requestHttpSite, requestHttpsSite, requestLocalSite])
        for (const line of ['GET /', 'HEAD /', 'GET /healthz', 'POST /contact', 'OPTIONS /'])
          expect([hosts, line, (await request(line, ...hosts)).status]).toEqual([hosts, line, 400])
    // The server doesn't read the rest of the connection as a request.
    const twice = 'GET / HTTP/1.1\r\nHost: shop.example\r\nHost: b\r\n\r\nGET /healthz HTTP/1.1\r\nHost: shop.example\r\n\r\n'
    expect(parseHttpStatusCodes(await sendRawBytes(port, Buffer.from(twice)))).toEqual([400])
  })
})
