import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { captureLog } from '../support/log-capture.ts'
import { publicSiteSettings } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const TOKEN = 'f00dfeedf00dfeedf00dfeedf00dfeed'
const NOT_FOUND_MESSAGE = 'There’s nothing at this address.'

describeOnEachDatabase('/metrics', (kind) => {
  const apps: App[] = []
  /** A public site, a site behind a trusted proxy, and a site for this machine only. */
  let publicApp: App
  let proxiedApp: App
  let localApp: App

  beforeAll(async () => {
    const environment = { ...(await kind.environment()), SEED: 'none', LOG_LEVEL: 'fatal', SMTP_URL: 'smtp://127.0.0.1:1' }
    const start = async (settings: Record<string, string>) => {
      const app = await buildApp(readConfig({ ...environment, ...settings }), { output: captureLog().output })
      apps.push(app)
      return app
    }
    const ORIGIN = 'https://shop.example'
    publicApp = await start({ ...publicSiteSettings(ORIGIN), METRICS_TOKEN: TOKEN, INDEXNOW_KEY: TOKEN })
    proxiedApp = await start({ ...publicSiteSettings(ORIGIN), TRUST_PROXY: '127.0.0.1' })
    localApp = await start({})
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
  })

  const requestMetrics = async ({ server }: App, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
    const { statusCode, body } = await server.inject({ url: '/metrics', headers, remoteAddress })
    return { status: statusCode, text: body }
  }

  it('answers this machine and clients with the token, and answers 404 to others', async () => {
    expect((await requestMetrics(localApp)).status).toBe(200)
    expect((await requestMetrics(proxiedApp)).status).toBe(200)
    const bearer = { authorization: `Bearer ${TOKEN}` }
    expect((await requestMetrics(publicApp, bearer, '203.0.113.9')).status).toBe(200)
    expect((await requestMetrics(publicApp, { ...bearer, 'x-forwarded-for': '203.0.113.9' })).status).toBe(200)
    const refusedRequests = [
      requestMetrics(localApp, {}, '203.0.113.9'),
      // A proxy on this machine sends one of these headers.
      ...['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-proto'].map((name) =>
        requestMetrics(localApp, { [name]: '127.0.0.1' }),
      ),
      requestMetrics(proxiedApp, { 'x-forwarded-for': '203.0.113.9' }),
      requestMetrics(publicApp),
      requestMetrics(publicApp, { authorization: `Bearer ${TOKEN}x` }),
      requestMetrics(publicApp, { authorization: 'Bearer' }, '203.0.113.9'),
      requestMetrics(proxiedApp, { authorization: 'Bearer ' }, '203.0.113.9'),
    ]
    for (const { status, text } of await Promise.all(refusedRequests)) {
      expect(status).toBe(404)
      expect(text).toContain(NOT_FOUND_MESSAGE)
      expect(text).not.toContain('rankstead_')
    }
  })

  it('shows request times by route, writes, queues and the process', async () => {
    for (const path of ['/api/get-faq/secret-code', '/api/subscribers?page=1', '/no/such/page'])
      await localApp.server.inject({ url: path })
    await localApp.server.inject({ url: '/readyz' })
    const { text } = await requestMetrics(localApp)
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) rankstead_\w+ .+|rankstead_\w+(\{.+\})? [\d.e+-]+)$/)
    expect(text).not.toContain('secret-code')
    expect(text).toMatch(/rankstead_request_seconds_count\{method="GET",route="\/api\/subscribers"\} 1\n/)
    expect(text).toMatch(/rankstead_request_seconds_bucket\{method="GET",route="\/readyz",le="\+Inf"\} 1\n/)
    expect(text).toMatch(/rankstead_requests_total\{status="4xx"\} \d+\n/)
    expect(Number(/rankstead_commits_total (\d+)/.exec(text)?.[1])).toBeGreaterThan(0)
    for (const queue of [
      'mail',
      'payment notices',
      'requests for a new password',
      'pictures',
      'publication of the draft',
      'reminders',
    ]) {
      expect(text).toContain(`rankstead_queue_due{queue="${queue}"} 0\n`)
      expect(text).toContain(`rankstead_queue_oldest_seconds{queue="${queue}"} 0\n`)
    }
    expect(text).toMatch(/rankstead_build_info\{version="\d+\.\d+\.\d+",schema="\d{4}-[a-z-]+"\} 1\n/)
    for (const name of ['event_loop_lag_seconds{quantile="0.99"}', 'memory_bytes', 'page_cache_hits_total', 'uptime_seconds'])
      expect(text).toContain(`rankstead_${name} `)
    expect(text.includes('use="reads"')).toBe(kind.name === 'PostgreSQL')
  })

  it('shows no due work for search engines while no page has changed', async () => {
    const { text } = await requestMetrics(publicApp, { authorization: `Bearer ${TOKEN}` })
    expect(text).toContain('rankstead_queue_due{queue="search engines"} 0\n')
    expect(text).toContain('rankstead_queue_oldest_seconds{queue="search engines"} 0\n')
  })
})
