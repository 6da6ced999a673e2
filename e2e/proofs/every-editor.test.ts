import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentKinds } from '../../src/contract/content-kinds.ts'
import { type ContentKind, findEditorPage, isShownOnPage } from '../../src/contract/core/content-kind.ts'
import type { FieldType } from '../../src/contract/core/field.ts'
import { publicPages } from '../../src/contract/core/public-pages.ts'
import { adminPages } from '../../src/web/admin-pages.ts'
import { fieldId } from '../../src/web/forms/form-field.tsx'
import { pickOnePerKind, runsFullProofs } from '../../tests/support/proof-scope.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { type ApiClient, createApiClient, placeOrder } from '../support/api-client.ts'
import { openAddForm, waitForHeading, waitForReactRoot } from '../support/page-actions.ts'
import { ownerSettings, startSite, type TestSite } from '../support/test-site.ts'
import { getSharedBrowser, startVisit, type Visitor } from '../support/visitor.ts'

type Values = Record<string, string>

/** One of the pages that stand for a record. */
const SERVICE_PAGE = { name: 'Service pages', path: '/service/citations' } as const

/** What no seeded record says, by the kind of field that takes it. */
const NEW_VALUES: Partial<Record<FieldType, string>> = {
  text: 'Zebra crossing',
  email: 'zebra@example.com',
  image: '/art/street.svg?zebra',
}

/** Kinds that have no record at first: what is typed for them. */
const FIRST_RECORD_VALUES: Record<string, Values> = {
  'search-listing': {
    page: 'Pricing',
    pageTitle: 'A title of our own for the packages',
    pageDescription:
      'A description of our own, which is as long as one should be to say what the page is about, and not so long that its end is cut off.',
  },
  redirect: { oldPath: '/old', state: 'Moved', newPath: '/pricing/' },
  'design-item': { category: 'Open house', canvaLink: 'https://example.com/template' },
}

describe('every editor', () => {
  let site: TestSite
  let browser: Browser
  let api: ApiClient
  let visitor: Visitor
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([startSite({ ...ownerSettings, SEED: 'demo' }), getSharedBrowser()])
    api = await createApiClient(site)
    // Too narrow for the preview beside the form, which has stories of its own and would double what each editor costs.
    visitor = await startVisit(browser, site.url, { storageState: api.storageState, viewport: { width: 1024, height: 900 } })
  })
  afterAll(async () => {
    await visitor.leave()
    await site.close()
  })

  const listRecords = (kind: string) => api('GET', `/content/${kind}?hidden=1`) as Promise<({ _id: string } & Values)[]>
  const publicText = async (contentKind: ContentKind) => {
    const shown = [...publicPages, SERVICE_PAGE].filter(({ name }) => isShownOnPage(contentKind, name))
    const pages = await Promise.all(shown.map(async ({ path }) => (await fetch(site.url + path)).text()))
    return pages.join('\n')
  }

  /** To the letter, every space included. */
  const alertSays = async (message: string) => {
    const shown = visitor.page.getByRole('status').getByText(message, { exact: true }).first()
    expect(await shown.textContent()).toBe(message)
  }

  const edited = contentKinds.filter(({ kind, api: { update } }) => update && !(kind in FIRST_RECORD_VALUES))
  /** Forms are drawn from declarations: those with the same kinds of fields are alike. */
  const listFormFields = ({ fields, editor }: ContentKind) => [
    Object.keys(editor),
    [...new Set(Object.values(fields).map(({ input }) => input))].toSorted(),
  ]
  const typedInto = ({ fields }: ContentKind) =>
    Object.entries(fields).filter(([, { input, hidden }]) => NEW_VALUES[input] !== undefined && !hidden)
  /** The field that is changed. */
  function buildChangedValues(contentKind: ContentKind) {
    const all = typedInto(contentKind)
    const [name = '', { label = '', input = 'text', optional = false } = {}] =
      all.find(([, field]) => field.input === 'text' && !field.optional) ?? all[0] ?? []
    return { name, label, input, optional }
  }

  type Opened = Awaited<ReturnType<typeof openEditor>>
  async function openEditor(contentKind: ContentKind) {
    const { page } = visitor
    const [record] = await listRecords(contentKind.kind)
    if (!record) throw new Error(`The demo content has no ${contentKind.kind}.`)
    await page.goto(findEditorPage(contentKind, record)?.path.replace(':id', record._id) ?? '')
    await waitForReactRoot(page)
    const field = buildChangedValues(contentKind)
    return {
      page,
      record,
      field,
      other: typedInto(contentKind).find(([one, { input }]) => one !== field.name && input === 'text')?.[0] ?? '',
      control: (one: string) => page.locator(`#${fieldId(`edit-${contentKind.kind}`, one)}`),
      save: page.getByRole('button', { name: /^Save (?!as draft)/ }),
      saved: page.getByRole('status').getByText(contentKind.messages.updated ?? '', { exact: true }),
    }
  }

  async function expectRefusalKeeps(contentKind: ContentKind, { page, field, other, control, save, saved }: Opened) {
    const typed = other && `${await control(other).inputValue()} `
    if (other) await control(other).fill(typed)
    await control(field.name).fill('')
    await save.click()
    await waitForHeading(page, 'There is a problem')
    await expectAccessible(page)
    expect(await page.getByRole('link', { name: new RegExp(field.label) }).count()).toBeGreaterThan(0)
    if (other) expect(await control(other).inputValue()).toBe(typed)
    expect(await saved.count(), contentKind.kind).toBe(0)
  }

  async function expectSavedAndShown(contentKind: ContentKind, { record, field, control, save }: Opened) {
    // Two pages that begin alike would be asked about.
    const news = `${NEW_VALUES[field.input]}${field.input === 'text' ? ` ${contentKinds.indexOf(contentKind)}` : ''}`
    await control(field.name).fill(news)
    await save.click()
    await alertSays(contentKind.messages.updated ?? '')
    expect((await listRecords(contentKind.kind)).find(({ _id }) => _id === record._id)?.[field.name]).toBe(news)
    if (contentKind.shownOn.length > 0) expect(await publicText(contentKind)).toContain(news)
  }

  // Where nothing is required, nothing is refused.
  const refusing = edited.filter((contentKind) => !buildChangedValues(contentKind).optional)
  const tried = runsFullProofs ? refusing : pickOnePerKind(refusing, listFormFields)
  it.each(tried.map((contentKind) => [contentKind.title, contentKind] as const))(
    '%s: keeps what was typed where it is refused, then says the exact words, and visitors read it at once (P-167, P-168, P-150)',
    async (_, contentKind) => {
      const opened = await openEditor(contentKind)
      await expectRefusalKeeps(contentKind, opened)
      await expectSavedAndShown(contentKind, opened)
    },
  )

  const others = edited.filter((contentKind) => !tried.includes(contentKind))
  it.each(others.map((contentKind) => [contentKind.title, contentKind] as const))(
    '%s: says the exact words, and visitors read it at once (P-168, P-150)',
    async (_, contentKind) => expectSavedAndShown(contentKind, await openEditor(contentKind)),
  )

  it.each(Object.entries(FIRST_RECORD_VALUES))('%s: adds the first one and says the exact words', async (kind, values) => {
    const contentKind = contentKinds.find((one) => one.kind === kind)
    if (!contentKind) throw new Error(`There is no ${kind}.`)
    const { page } = visitor
    await page.goto(contentKind.editor.home)
    await waitForReactRoot(page)
    if (contentKind.editor.panels === undefined) await openAddForm(page, `Add ${contentKind.title.toLowerCase()}`)
    for (const [name, value] of Object.entries(values)) {
      const control = page.locator(`#${fieldId(`add-${kind}`, name)}`)
      if (contentKind.fields[name]?.choices) await control.selectOption(value)
      else await control.fill(value)
    }
    await page.getByRole('button', { name: /^Add / }).click()
    await alertSays(contentKind.messages.added)
    expect((await listRecords(kind)).length).toBe(1)
  })

  it('every card of the menu opens, and leads back (P-177)', { timeout: 240_000 }, async () => {
    const { page } = visitor
    await page.goto('/setting')
    const cards = page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link')
    const paths = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(paths.toSorted()).toEqual([...new Set(contentKinds.map(({ editor }) => editor.home))].toSorted())
    await waitForReactRoot(page)
    for (const [nth, path] of paths.entries()) {
      await cards.nth(nth).click()
      await page.waitForURL((url) => url.pathname === path)
      await page.locator('main h1:focus').waitFor()
      await expectAccessible(page)
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Setting', exact: true }).click()
      await page.waitForURL('**/setting')
      await page.locator('main h1:focus').waitFor()
    }
  })

  it('each page of the area, reached from another one, asks for its data with one call', { timeout: 240_000 }, async () => {
    const { page } = visitor
    const requestsByPage: Record<string, string[]> = {}
    let path = '/setting'
    // What the preview reads is for the page that it draws; at this width most of them wait behind their tab.
    const ofPreview = ['/api/content', '/api/picture-facts', '/api/message-form']
    await page.setViewportSize({ width: 1000, height: 800 })
    await page.goto(path)
    await waitForReactRoot(page)
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && !ofPreview.includes(pathname)) requestsByPage[path]?.push(pathname)
    })
    for (path of await listPagePaths(adminPages)) {
      requestsByPage[path] = []
      // What the router knows of a place that was gone to within the area.
      await page.evaluate((to) => {
        history.pushState({ idx: history.state.idx + 1, key: to, usr: null }, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await expect.poll(() => requestsByPage[path]?.length, { message: path, timeout: 20_000 }).toBeGreaterThan(0)
      await page.locator('.page-progress').waitFor({ state: 'detached' })
      await page.locator('main h1:focus').waitFor()
    }
    await page.waitForLoadState('networkidle')
    expect(Object.keys(requestsByPage).length).toBe(adminPages.length)
    expect(Object.entries(requestsByPage).filter(([, calls]) => calls.join() !== '/api/page-data')).toEqual([])
  })

  /** One address of each page, with a record that it shows. */
  async function listPagePaths(pages: typeof adminPages): Promise<string[]> {
    const order = await placeOrder(api, 'Basic')
    const message = await api('POST', '/add-message', { name: 'Rosa Field', message: 'How much is it?' })
    const ids = new Map([
      ['/admin/payment-status/:id', order._id],
      ['/view/:id', (message as { record: { _id: string } }).record._id],
      ['/history/:kind/:id', (await listRecords('banner'))[0]?._id ?? ''],
    ])
    for (const contentKind of contentKinds)
      for (const record of await listRecords(contentKind.kind))
        ids.set(findEditorPage(contentKind, record)?.path ?? '', record._id)
    for (const { _id } of (await api('GET', '/users')) as { _id: string }[]) ids.set('/edit-user/:id', _id)
    return pages.map(({ path }) => path.replace(':kind', 'banner').replace(':id', ids.get(path) ?? ''))
  }
})
