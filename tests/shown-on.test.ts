import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpointsOf } from '../src/contract/content/section-endpoints.ts'
import { publicPages } from '../src/contract/grammar/public-pages.ts'
import type { Section } from '../src/contract/grammar/section.ts'
import { sections } from '../src/contract/sections.ts'
import { pagesShowing } from '../src/server/content/records/page-changes/pages-showing.ts'
import { startApp, type TestApp } from './support/app.ts'
import { sampleRecord } from './support/content.ts'
import { onEveryDatabase } from './support/databases.ts'
import { sampleOn } from './support/proof-size.ts'

const updatable = sections.filter((section) => endpointsOf(section).update)

onEveryDatabase('what the editor says of where a kind is shown', (database) => {
  let site: TestApp
  beforeAll(async () => {
    site = await startApp({ ...(await database.environment()), SEED: 'demo' })
  })
  afterAll(() => site.close())

  /** A record with every text changed, so that whichever of them a page shows, it shows another. */
  function changed({ fields }: Section, record: Record<string, string>): Record<string, string> {
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
  let seen: Awaited<ReturnType<typeof look>> | undefined

  async function look() {
    const pages = publicPages.map(async ({ path }) =>
      (await site.request('GET', path)).text.replace(/\/share\/[^"]*|value="\d{13}[^"]*"/g, ''),
    )
    const map = (await site.request('GET', '/sitemap.xml')).text
    const times = publicPages.map(({ path }) => map.split(`${path}</loc><lastmod>`)[1]?.split('<')[0])
    return { pages: await Promise.all(pages), times }
  }

  const shown = sampleOn(database, updatable, ({ shownOn }) => shownOn)
  it.each(shown.map((section) => [section.kind, section] as const))(
    'is true of %s, for the page and for its time in the sitemap',
    async (_, section) => {
      const { list, add, update } = endpointsOf(section)
      const find = async () => (await site.request('GET', `/api${list.path}`, { as: 'admin' })).json() as Record<string, string>[]
      // What the demo has none of is added first.
      if ((await find()).length === 0) {
        await site.request('POST', `/api${add.path}`, { as: 'admin', body: sampleRecord(section) })
        seen = undefined
      }
      const [record] = await find()
      if (!record || !update) throw new Error(`There is no ${section.kind}`)
      const claimed = pagesShowing(section, record)
      const before = seen ?? (await look())
      seen = undefined
      const body = changed(section, record)
      const saved = await site.request('PUT', `/api${update.path.replace(':id', record._id ?? '')}`, { as: 'admin', body })
      expect([saved.status, saved.status === 200 ? '' : saved.text]).toEqual([200, ''])
      const after = await look()
      seen = after
      for (const [index, { name }] of publicPages.entries()) {
        const isShown = after.pages[index] !== before.pages[index]
        const isDated = after.times[index] !== before.times[index]
        expect([section.kind, name, isShown, isDated]).toEqual([
          section.kind,
          name,
          claimed.includes(name),
          claimed.includes(name),
        ])
      }
    },
  )
})
