import { expect, it } from 'vitest'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const DAY = 24 * 60 * 60_000

describeOnSqlite('the hints for search engines and auditors', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  const open = (path: string) => site.request('GET', path)

  it('name language, locale and large image previews on every public page', async () => {
    for (const path of ['/', '/service/', '/service/citations', '/pricing/', '/contact', '/terms', '/sample-audit']) {
      const { text } = await open(path)
      expect([path, text]).toEqual([path, expect.stringContaining('<html lang="en-US">')])
      expect(text).toContain('<meta property="og:locale" content="en_US"/>')
      expect(text.match(/<meta name="robots" content="[^"]*"/g)).toEqual([
        '<meta name="robots" content="max-image-preview:large"',
      ])
      expect(text).not.toMatch(/<a href="\/login"(?! rel="nofollow")/)
    }
  })

  it('keep the description of the calls out of search results', async () => {
    for (const path of ['/api/docs/', '/api/openapi.json'])
      expect([path, (await open(path)).headers['x-robots-tag']]).toEqual([path, 'noindex'])
  })

  it('say where to report a security problem, for half a year to come', async () => {
    const { status, headers, text } = await open('/.well-known/security.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/)))
    expect(fields).toMatchObject({ Contact: `${ORIGIN}/contact`, Canonical: `${ORIGIN}/.well-known/security.txt` })
    const lifetime = Date.parse(fields.Expires) - Date.now()
    expect([lifetime > 180 * DAY, lifetime < 365 * DAY]).toEqual([true, true])
  })

  it('redirect index.html to its page', async () => {
    for (const [path, target] of [
      ['/index.html', '/'],
      ['/index.html?from=mail', '/?from=mail'],
      ['/service/index.html', '/service/'],
      ['/pricing/index.html', '/pricing/'],
    ]) {
      const { status, headers } = await open(path ?? '')
      expect([path, status, headers.location]).toEqual([path, 301, target])
    }
  })

  it('date the legal pages by their last change', async () => {
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' }).format(Date.now())
    for (const path of ['/privacy', '/terms', '/terms.txt']) expect((await open(path)).text).toContain(`Last updated ${today}`)
  })
})
