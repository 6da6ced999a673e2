import { expect, it } from 'vitest'
import { removeServerFields } from '../support/remove-server-fields.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const ORIGIN = 'http://127.0.0.1:3000'

describeOnSqlite('the owner’s settings for search engines', (kind) => {
  const site = startAppForSuite(kind, { SEED: 'demo' })

  const open = async (path: string) => (await site.request('GET', path)).text
  const save = (path: string, body: object, method = 'POST') => site.request(method, `/api${path}`, { as: 'admin', body })

  async function saveSettings(body: object) {
    const [settings] = (await site.request('GET', '/api/search-settings')).json() as { _id: string }[]
    return save(`/search-settings/${settings?._id}`, body, 'PUT')
  }

  it('set title, text and image description for social networks, and another canonical URL', async () => {
    const values = {
      page: 'Pricing',
      socialTitle: 'Three plans, one price each',
      socialText: 'See what a month of work costs.',
      shareImageAlt: 'Three price cards',
      canonicalUrl: 'https://www.example.com/prices',
    }
    expect((await save('/add-search-listing', values)).status).toBe(201)
    const html = await open('/pricing/')
    for (const tag of [
      '<meta property="og:title" content="Three plans, one price each"/>',
      '<meta name="twitter:title" content="Three plans, one price each"/>',
      '<meta property="og:description" content="See what a month of work costs."/>',
      '<meta property="og:image:alt" content="Three price cards"/>',
      '<link rel="canonical" href="https://www.example.com/prices"/>',
    ])
      expect(html).toContain(tag)
    expect(html).not.toContain('<title>Three plans')
    expect(await open('/sitemap.xml')).not.toContain(`${ORIGIN}/pricing/`)
  })

  it('keep a page out of search results, the sitemap, llms.txt and the plain text versions', async () => {
    expect(await open('/terms')).not.toContain('noindex')
    expect((await save('/add-search-listing', { page: 'Terms', searchVisibility: 'Hide' })).status).toBe(201)
    const [service] = (await site.request('GET', '/api/service-items')).json() as Record<string, string>[]
    const { _path = '', _id, ...rest } = service ?? {}
    expect((await save(`/service-item/${_id}`, { ...removeServerFields(rest), searchVisibility: 'Hide' }, 'PUT')).status).toBe(
      200,
    )
    for (const path of ['/terms', _path]) {
      const { status, text } = await site.request('GET', path)
      expect([path, status, text.includes('<meta name="robots" content="noindex"/>')]).toEqual([path, 200, true])
      expect(text).not.toContain('type="text/plain"')
      for (const list of ['/sitemap.xml', '/llms.txt']) expect(await open(list)).not.toContain(path)
      expect((await site.request('GET', `${path}.txt`)).status).toBe(404)
    }
    expect(await open('/sitemap.xml')).toContain(`${ORIGIN}/privacy`)
  })

  it('prove the site to Google and Bing on the home page, from a code or a whole tag', async () => {
    const codes = { googleCode: '<meta name="google-site-verification" content="abc_DEF-123" />', bingCode: '0123456789ABCDEF' }
    expect((await saveSettings({ ...codes, aiCrawlers: 'Everything' })).status).toBe(200)
    const html = await open('/')
    expect(html).toContain('<meta name="google-site-verification" content="abc_DEF-123"/>')
    expect(html).toContain('<meta name="msvalidate.01" content="0123456789ABCDEF"/>')
    expect(await open('/contact')).not.toContain('abc_DEF-123')
  })

  it('refuse what is no verification code', async () => {
    for (const googleCode of ['short', '<script>alert(1)</script>', 'content="a b c d e f g"']) {
      const reply = await saveSettings({ googleCode, aiCrawlers: 'Everything' })
      expect([reply.status, Object.keys((reply.json() as { fields: object }).fields)]).toEqual([400, ['googleCode']])
    }
  })

  it('tell AI companies in robots.txt what they may read', async () => {
    const blocked = async (aiCrawlers: string) => {
      expect((await saveSettings({ aiCrawlers })).status).toBe(200)
      const [everyone = '', ...groups] = (await open('/robots.txt')).split('\n\n')
      expect([everyone, groups.at(-1)]).toEqual(['User-agent: *\nDisallow: /api/', `Sitemap: ${ORIGIN}/sitemap.xml\n`])
      return (
        groups
          .slice(0, -1)
          .join('')
          .match(/(?<=User-agent: ).*/g) ?? []
      )
    }
    expect(await blocked('Everything')).toEqual([])
    const training = await blocked('Answers')
    expect(training).toEqual(expect.arrayContaining(['GPTBot', 'ClaudeBot', 'Google-Extended', 'CCBot']))
    expect(training).not.toContain('OAI-SearchBot')
    expect(await blocked('Nothing')).toEqual(expect.arrayContaining([...training, 'OAI-SearchBot', 'PerplexityBot']))
  })
})
