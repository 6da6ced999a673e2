import { expect, it } from 'vitest'
import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { samplePagePart } from '#contract/content/kinds/sample-page-part.ts'
import { createContentClient } from '../support/content-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const PATHS = ['/sample-report', '/sample-audit']

describeOnSqlite('the sample reports', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })

  const open = async (path: string) => {
    const { status, text } = await site.request('GET', path)
    expect([path, status]).toEqual([path, 200])
    return text
  }
  const hasLinkTo = async (from: string, path: string) => (await open(from)).includes(`href="${path}"`)

  it('are linked from the hero, the packages, the services, each other and every footer', async () => {
    for (const path of PATHS) {
      for (const from of ['/', '/contact', '/login', '/pricing/', '/service/', ...PATHS.filter((other) => other !== path)]) {
        expect([from, path, await hasLinkTo(from, path)]).toEqual([from, path, true])
      }
    }
    expect(await hasLinkTo('/', '/sample-report')).toBe(true)
  })

  it('render their charts from the record on the next load after a save', async () => {
    const { listPublic, save } = createContentClient(site)
    const part = (await listPublic(samplePagePart)).find(({ look }) => look === 'Charts by month')
    const listTrendLines = async () => (await open('/sample-report')).match(/class="trend-line" d="[^"]+"/g)
    const before = await listTrendLines()
    expect(before).toHaveLength(5)
    const figures = 'Month\tCalls\nMay\t10\nJune\t20'
    const { status, body } = await save(samplePagePart, part?._id ?? '', { ...part, figures })
    expect([status, body.message, body.record.figures]).toEqual([
      200,
      'Sample Part is Updated',
      'Month | Calls\nMay | 10\nJune | 20',
    ])
    expect(await listTrendLines()).toEqual(['class="trend-line" d="M0 46H120V8H240"', ...(before ?? []).slice(3)])
    const refusedReply = await save(samplePagePart, part?._id ?? '', { ...part, figures: 'no table' })
    expect([refusedReply.status, Object.keys(refusedReply.body.fields ?? {})]).toEqual([400, ['figures']])
  })

  it('stay samples until the owner saves each of them', async () => {
    const { listPublic, save } = createContentClient(site)
    expect((await listPublic(samplePageIntro)).map(({ _sample }) => _sample)).toEqual([true, true])
    for (const sheet of await listPublic(samplePageIntro)) await save(samplePageIntro, sheet._id, sheet)
    expect((await listPublic(samplePageIntro)).map(({ _sample }) => _sample)).toEqual([undefined, undefined])
  })

  it('disappear with their header record, and so do all links to them', async () => {
    const { listPublic, hide } = createContentClient(site)
    for (const { _id } of await listPublic(samplePageIntro)) await hide(samplePageIntro, _id, true)
    for (const path of PATHS) {
      expect((await site.request('GET', path)).status).toBe(404)
      // The home page's demo video links the report itself.
      for (const from of ['/pricing/', '/service/', '/contact', '/sitemap.xml', '/llms.txt'])
        expect([from, path, (await open(from)).includes(path)]).toEqual([from, path, false])
    }
  })
})
