import { beforeAll, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { createContentClient } from '../support/content-client.ts'
import { toCookieHeader } from '../support/cookie-jar.ts'
import { adminEmail, customerEmail, getSessionCookie, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('the preview of a release', (database) => {
  let admin: string
  let preview: string
  const [live, staged, added] = [buildRecordValues(banner, 1), buildRecordValues(banner, 2), buildRecordValues(faqItem, 3)]
  const site = startAppForSuite(database)
  beforeAll(async () => {
    admin = await getSessionCookie(site, adminEmail)
    const { add, save, post } = createContentClient(site)
    const { _id } = await add(banner, 1)
    await save(banner, _id, buildRecordValues(banner, 2), '?draft=1')
    await post(faqItem, added, '?draft=1')
    const startReply = await site.request('POST', '/drafts', { headers: { cookie: admin }, form: { _form: 'preview' } })
    expect([startReply.status, startReply.headers.location]).toEqual([303, '/'])
    const stagedRecords = (await site.request('GET', '/api/drafted', { as: 'admin' })).json()
    expect(stagedRecords).toMatchObject([{ kind: 'banner', record: _id }, { kind: 'faq-item' }])
    preview = toCookieHeader(startReply)
    expect(startReply.headers['set-cookie']).toMatch(/rankstead\.preview=\S+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  const open = (path: string, cookie: string) => site.request('GET', path, { headers: { cookie } })
  const findHeadings = (text: string) => [live, staged].map(({ bannerHeading = '' }) => text.includes(bannerHeading))

  it('shows an admin the future public pages, uncached and unlisted', async () => {
    const homePage = await open('/', `${admin}; ${preview}`)
    expect(findHeadings(homePage.text)).toEqual([false, true])
    expect(homePage.text).toContain(added.faqQuestion ?? Object.values(added)[0])
    expect(homePage.text).toContain('Visitors don’t see it yet.')
    expect(homePage.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    for (const path of ['/service/', '/pricing/', '/contact', '/contact-us', '/privacy', '/terms', '/?a=b']) {
      const { text, headers } = await open(path, `${admin}; ${preview}`)
      expect([path, text.includes('aria-label="Preview"'), headers['x-robots-tag']]).toEqual([path, true, 'noindex'])
    }
  })

  it('is hidden from everyone else, and leaves the cache unchanged', async () => {
    const customer = await getSessionCookie(site, customerEmail)
    for (const cookie of [preview, `${customer}; ${preview}`, customer, '', admin]) {
      const { text, headers } = await open('/', cookie)
      expect([findHeadings(text), text.includes('aria-label="Preview"'), headers['x-robots-tag']]).toEqual([
        [true, false],
        false,
        undefined,
      ])
    }
    expect(findHeadings((await open('/', `${admin}; ${preview}`)).text)).toEqual([false, true])
    expect(findHeadings((await open('/', '')).text)).toEqual([true, false])
    for (const [as, status] of [
      [undefined, 302],
      [customer, 403],
    ] as const) {
      const reply = await site.request('POST', '/drafts', { headers: { ...(as && { cookie: as }) }, form: { _form: 'preview' } })
      expect([reply.status, reply.headers['set-cookie']]).toEqual([status, undefined])
    }
  })

  it('leaves editors on the live content and ends on the release page', async () => {
    const { text } = await open('/setting', `${admin}; ${preview}`)
    expect(text).not.toContain('aria-label="Preview"')
    const endReply = await site.request('POST', '/drafts', {
      headers: { cookie: `${admin}; ${preview}` },
      form: { _form: 'endPreview' },
    })
    expect([endReply.status, endReply.headers.location]).toEqual([303, '/drafts'])
    expect(endReply.headers['set-cookie']).toMatch(/rankstead\.preview=.*Max-Age=0/)
  })
})
