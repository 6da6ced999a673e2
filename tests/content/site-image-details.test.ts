import { expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { teamMember } from '#contract/content/kinds/team-member.ts'
import type { ImageDisplayDetails, MediaImage } from '#contract/content/media.ts'
import { createContentClient } from '../support/content-client.ts'
import { toCookieHeader } from '../support/cookie-jar.ts'
import { adminEmail, getSessionCookie, type Role, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { buildUploadForm, createTestImage } from '../support/test-images.ts'

describeOnEachDatabase('the details of the site’s images', (database) => {
  const site = startAppForSuite(database)

  async function upload(seed: number, alt: string): Promise<string> {
    const body = buildUploadForm(await createTestImage(900, 600, { seed }), { alt })
    const reply = await site.request('POST', '/api/media', { as: 'admin', body })
    expect([reply.status, reply.text]).toEqual([201, expect.anything()])
    return (reply.json() as { record: MediaImage }).record.url
  }
  async function listUrls(as: Role) {
    const details = (await site.request('GET', '/api/picture-facts', { as })).json() as ImageDisplayDetails[]
    return details.map(({ url }) => url).toSorted()
  }

  it('are public only for images that visitors see; admins also get those of drafts and hidden records', async () => {
    const { add, save, hide } = createContentClient(site)
    const [liveUrl, hiddenUrl, draftUrl] = [await upload(1, 'Live'), await upload(2, 'Hidden'), await upload(3, 'Draft')]
    const shown = await add(banner, 1)
    await save(banner, shown._id, { ...buildRecordValues(banner, 1), bannerImage: liveUrl })
    const member = await add(teamMember, 1)
    await save(teamMember, member._id, { ...buildRecordValues(teamMember, 1), teamMemberImg: hiddenUrl })
    await hide(teamMember, member._id, true)
    for (const as of ['anonymous', 'customer', 'admin'] as const) await listUrls(as)
    await save(banner, shown._id, { ...buildRecordValues(banner, 1), bannerImage: draftUrl }, '?draft=1')
    for (const as of ['anonymous', 'customer'] as const) expect([as, await listUrls(as)]).toEqual([as, [liveUrl]])
    expect(await listUrls('admin')).toEqual([liveUrl, hiddenUrl, draftUrl].toSorted())
  })

  it('are complete in the preview of a draft', async () => {
    const cookie = await getSessionCookie(site, adminEmail)
    const startReply = await site.request('POST', '/drafts', { headers: { cookie }, form: { _form: 'preview' } })
    const preview = toCookieHeader(startReply)
    const { text } = await site.request('GET', '/', { headers: { cookie: `${cookie}; ${preview}` } })
    expect(text).toContain('alt="Draft" width="900" height="600"')
    expect((await site.request('GET', '/')).text).not.toContain('alt="Draft"')
  })
})
