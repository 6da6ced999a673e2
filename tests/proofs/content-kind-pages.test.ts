import { expect, it } from 'vitest'
import { getContentKindEndpoints } from '../../src/contract/content/content-kind-endpoints.ts'
import { contentKinds } from '../../src/contract/content-kinds.ts'
import type { ContentKind } from '../../src/contract/core/content-kind.ts'
import { publicPages } from '../../src/contract/core/public-pages.ts'
import { listPagesShowingRecord } from '../../src/server/content/records/page-changes/pages-showing-record.ts'
import { sampleForDatabase } from '../support/proof-scope.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const updatable = contentKinds.filter((contentKind) => getContentKindEndpoints(contentKind).update)

describeOnEachDatabase('what the editor says of where a kind is shown', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })

  /** A record with every text changed, so that whichever of them a page shows, it shows another. */
  function changed({ fields }: ContentKind, record: Record<string, string>): Record<string, string> {
    const values = Object.entries(fields).map(([name, { input }]) => {
      const value = record[name] ?? ''
      if (input === 'text' || input === 'longText')
        return [name, /^\d+$/.test(value) ? String(Number(value) + 1) : `${value} indeed`]
      if (input === 'link') return [name, `${value || '/'}#indeed`]
      if (input === 'image') return [name, '/art/town-indeed.svg']
      if (input === 'price') return [name, '123']
      if (input === 'email') return [name, 'indeed@example.com']
      return [name, value]
    })
    return Object.fromEntries(values)
  }

  /** What the last test saw last, where nothing has changed since. */
  let lastLook: Awaited<ReturnType<typeof look>> | undefined

  async function look() {
    const pages = publicPages.map(async ({ path }) =>
      (await site.request('GET', path)).text.replace(/\/share\/[^"]*|value="\d{13}[^"]*"/g, ''),
    )
    const map = (await site.request('GET', '/sitemap.xml')).text
    const times = publicPages.map(({ path }) => map.split(`${path}</loc><lastmod>`)[1]?.split('<')[0])
    return { pages: await Promise.all(pages), times }
  }

  const shown = sampleForDatabase(database, updatable, ({ shownOn }) => shownOn)
  it.each(shown.map((contentKind) => [contentKind.kind, contentKind] as const))(
    'is true of %s, for the page and for its time in the sitemap',
    async (_, contentKind) => {
      const { list, add, update } = getContentKindEndpoints(contentKind)
      const find = async () => (await site.request('GET', `/api${list.path}`, { as: 'admin' })).json() as Record<string, string>[]
      // What the demo has none of is added first.
      if ((await find()).length === 0) {
        await site.request('POST', `/api${add.path}`, { as: 'admin', body: buildRecordValues(contentKind) })
        lastLook = undefined
      }
      const [record] = await find()
      if (!record || !update) throw new Error(`There is no ${contentKind.kind}`)
      const claimed = listPagesShowingRecord(contentKind, record)
      const before = lastLook ?? (await look())
      lastLook = undefined
      const body = changed(contentKind, record)
      const saved = await site.request('PUT', `/api${update.path.replace(':id', record._id ?? '')}`, { as: 'admin', body })
      expect([saved.status, saved.status === 200 ? '' : saved.text]).toEqual([200, ''])
      const after = await look()
      lastLook = after
      for (const [index, { name }] of publicPages.entries()) {
        const isShown = after.pages[index] !== before.pages[index]
        const isDated = after.times[index] !== before.times[index]
        expect([contentKind.kind, name, isShown, isDated]).toEqual([
          contentKind.kind,
          name,
          claimed.includes(name),
          claimed.includes(name),
        ])
      }
    },
  )
})
