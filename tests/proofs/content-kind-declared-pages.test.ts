import { expect, it } from 'vitest'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { listPagesShowingRecordOutsideFrame } from '#server/content/records/page-changes/pages-showing-record.ts'
import { sampleCasesOnPostgres } from '../support/proof-size.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** Fields that a page shows only with other content than the demo's, such as a Premium package's last points. */
const CONDITIONAL_FIELDS = [
  ...[
    'packagePointEight',
    'packagePointNine',
    'packagePointTen',
    'manyKeywordsNote',
    'noPackages',
    'askPrice',
    'serviceDetails',
    'oneOff',
  ],
]

const updatable = contentKinds.filter((contentKind) => getReadAddAndUpdateEndpoints(contentKind).update)

describeOnEachDatabase('the list of pages that show a content kind', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })

  /** Returns the record with every value changed, so that each page that shows it changes too. */
  function changeRecord({ fields, unique }: ContentKind, record: Record<string, string>): Record<string, string> {
    const values = Object.entries(fields).map(([name, { input, label }]) => {
      const value = record[name] ?? ''
      // Other records name this one by its unique field.
      if (name === unique) return [name, value]
      // A page with another canonical URL leaves the sitemap.
      if (name === 'canonicalUrl') return [name, '']
      if (label.endsWith(' code')) return [name, `${value || 'verification'}-indeed`]
      if (['text', 'longText', 'formattedText'].includes(input))
        return [name, /^\d+$/.test(value) ? String(Number(value) + 1) : `${value} indeed`]
      if (input === 'link') return [name, `${value || '/'}#indeed`]
      if (input === 'image') return [name, '/art/town-indeed.svg']
      if (input === 'price') return [name, '123']
      if (input === 'email') return [name, 'indeed@example.com']
      return [name, value]
    })
    return Object.fromEntries(values)
  }

  /** The last snapshot of the pages, unless something has changed since. */
  let lastSnapshot: Awaited<ReturnType<typeof takeSnapshot>> | undefined

  async function takeSnapshot() {
    const pages = publicPages.map(async ({ path }) => extractOwnContent((await site.request('GET', path)).text))
    const map = (await site.request('GET', '/sitemap.xml')).text
    const times = publicPages.map(({ path }) => map.split(`${path}</loc><lastmod>`)[1]?.split('<')[0])
    return { pages: await Promise.all(pages), times }
  }

  const testedKinds = sampleCasesOnPostgres(database, updatable, ({ shownOn }) => shownOn)
  it.each(testedKinds.map((contentKind) => [contentKind.kind, contentKind] as const))(
    'is correct for %s, on the pages and in the sitemap',
    async (_, contentKind) => {
      const { list, add, update } = getReadAddAndUpdateEndpoints(contentKind)
      const listRecords = async () =>
        (await site.request('GET', `/api${list.path}`, { as: 'admin' })).json() as Record<string, string>[]
      // Adds a record if the demo content has none.
      if ((await listRecords()).length === 0) {
        await site.request('POST', `/api${add.path}`, { as: 'admin', body: buildRecordValues(contentKind) })
        lastSnapshot = undefined
      }
      const [record] = await listRecords()
      if (!record || !update) throw new Error(`There is no ${contentKind.kind}`)
      const expectedPages = listPagesShowingRecordOutsideFrame(contentKind, record)
      const before = lastSnapshot ?? (await takeSnapshot())
      lastSnapshot = undefined
      const body = changeRecord(contentKind, record)
      const updateReply = await site.request('PUT', `/api${update.path.replace(':id', record._id ?? '')}`, { as: 'admin', body })
      expect([updateReply.status, updateReply.status === 200 ? '' : updateReply.text]).toEqual([200, ''])
      const after = await takeSnapshot()
      lastSnapshot = after
      for (const [index, { name }] of publicPages.entries()) {
        const isShown = after.pages[index] !== before.pages[index]
        const isDated = after.times[index] !== before.times[index]
        expect([contentKind.kind, name, isShown, isDated]).toEqual([
          contentKind.kind,
          name,
          expectedPages.includes(name),
          expectedPages.includes(name),
        ])
      }
    },
  )

  it('is correct for each field of the kinds that show different fields on different pages', async () => {
    if (database.name !== 'SQLite') return
    const stored = await openSiteDatabase(site.environment)
    const wrong: string[] = []
    for (const contentKind of updatable.filter(({ shownOn, pageField }) => shownOn.length > 1 && !pageField)) {
      const pages = publicPages.filter(({ name }) => contentKind.shownOn.includes(name))
      const takeShot = async () => {
        const times = await stored.listPageChanges()
        const texts = pages.map(async ({ path }) => extractOwnContent((await site.request('GET', path)).text))
        return {
          texts: await Promise.all(texts),
          times: pages.map(({ name }) => times.find(({ page }) => page === name)?.changed_at),
        }
      }
      const { list, update } = getReadAddAndUpdateEndpoints(contentKind)
      const readFirst = async () =>
        ((await site.request('GET', `/api${list.path}`, { as: 'admin' })).json() as Record<string, string>[])[0] ?? {}
      const changed = changeRecord(contentKind, await readFirst())
      let before = await takeShot()
      for (const field of Object.keys(contentKind.fields)) {
        const current = await readFirst()
        const path = `/api${update?.path.replace(':id', current._id ?? '')}`
        await site.request('PUT', path, { as: 'admin', body: { ...current, [field]: changed[field] } })
        const after = await takeShot()
        for (const [index, { name }] of pages.entries()) {
          const isShown = after.texts[index] !== before.texts[index]
          const isDated = after.times[index] !== before.times[index]
          if (isShown !== isDated && !CONDITIONAL_FIELDS.includes(field))
            wrong.push(`${contentKind.kind}.${field} on ${name}: ${isShown ? 'shown' : 'dated'} only`)
        }
        before = after
      }
    }
    await stored.close()
    expect(wrong).toEqual([])
  })
})

/** Returns a page's own content: its title, its description and the part between header and footer, without scripts and tokens. */
function extractOwnContent(html: string): string {
  const title = /<title>(.*?) \| [^<]*<\/title>/s.exec(html)?.[1] ?? ''
  const description = /<meta name="description" content="[^"]*"/.exec(html)?.[0] ?? ''
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? ''
  return [title, description, main.replace(/<script\b.*?<\/script>|value="\d{13}[^"]*"/gs, '')].join('\n')
}
