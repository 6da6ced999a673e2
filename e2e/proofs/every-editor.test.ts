import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentKinds } from '#contract/content-kinds.ts'
import { type ContentKind, findEditorPageForRecord, isKindShownOnPage } from '#contract/core/content-kind.ts'
import type { FieldType } from '#contract/core/field.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { buildFieldId } from '#web/forms/form-field.tsx'
import { pickOnePerKind, runsFullProofs } from '../../tests/support/proof-size.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { createOwnerClientForSuite } from '../support/api-client.ts'
import { openAddForm, waitForHeading } from '../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit, type Visitor, waitForHydration } from '../support/visitor.ts'

type Values = Record<string, string>

/** One service page stands for all of them. */
const SERVICE_PAGE = { name: 'Service pages', path: '/service/citations' } as const

/** Values that the demo content doesn't hold, by field type. */
const NEW_VALUES: Partial<Record<FieldType, string>> = {
  text: 'Zebra crossing',
  email: 'zebra@example.com',
  image: '/art/street.svg?zebra',
}

/** New texts for kinds whose fields accept no free text. */
const STRICT_TEXTS: Record<string, string> = { 'search-settings': 'zebra-crossing' }

/** The values of a first record, for kinds without demo content. */
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
  const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })
  const api = createOwnerClientForSuite(site)
  let visitor: Visitor
  beforeAll(async () => {
    // At this width no editor renders its preview, which would double the time. Other stories cover the preview.
    visitor = await startVisit(site, { storageState: api.storageState, viewport: { width: 1024, height: 900 } })
  })
  afterAll(() => visitor.leave())

  const listRecords = (kind: string) => api('GET', `/content/${kind}?hidden=1`) as Promise<({ _id: string } & Values)[]>
  /** Returns the HTML of all pages that show a kind. */
  const fetchPublicHtml = async (contentKind: ContentKind) => {
    const shownOn = [...publicPages, SERVICE_PAGE].filter(({ name }) => isKindShownOnPage(contentKind, name))
    const pages = await Promise.all(shownOn.map(async ({ path }) => (await fetch(site.url + path)).text()))
    return pages.join('\n')
  }

  /** Compares the text of the alert byte for byte (P-168). */
  const expectAlert = async (message: string) => {
    const alert = visitor.page.getByRole('status').getByText(message, { exact: true }).first()
    expect(await alert.textContent()).toBe(message)
  }

  const editableKinds = contentKinds.filter(({ kind, api: { update } }) => update && !(kind in FIRST_RECORD_VALUES))
  /** Declarations render the forms, so kinds with the same field types have equal forms. */
  const listFormFields = ({ fields, editor }: ContentKind) => [
    Object.keys(editor),
    [...new Set(Object.values(fields).map(({ input }) => input))].toSorted(),
  ]
  const listTypedFields = ({ fields }: ContentKind) =>
    Object.entries(fields).filter(([, { input, hidden }]) => NEW_VALUES[input] !== undefined && !hidden)
  /** Picks the field that the story changes: a required text field if there is one. */
  function pickChangedField(contentKind: ContentKind) {
    const typedFields = listTypedFields(contentKind)
    const [name = '', { label = '', input = 'text', optional = false } = {}] =
      typedFields.find(([, field]) => field.input === 'text' && !field.optional) ?? typedFields[0] ?? []
    return { name, label, input, optional }
  }

  type OpenEditor = Awaited<ReturnType<typeof openEditor>>
  async function openEditor(contentKind: ContentKind) {
    const { page } = visitor
    const [record] = await listRecords(contentKind.kind)
    if (!record) throw new Error(`The demo content has no ${contentKind.kind}.`)
    await page.goto(findEditorPageForRecord(contentKind, record)?.path.replace(':id', record._id) ?? '')
    await waitForHydration(page)
    const field = pickChangedField(contentKind)
    return {
      page,
      record,
      field,
      otherName: listTypedFields(contentKind).find(([name, { input }]) => name !== field.name && input === 'text')?.[0] ?? '',
      getControl: (name: string) => page.locator(`#${buildFieldId(`edit-${contentKind.kind}`, name)}`),
      // A page may also edit a record of another kind.
      saveButton: page.locator(`button[form="edit-${contentKind.kind}"]`).getByText(/^Save (?!as draft)/),
      savedAlert: page.getByRole('status').getByText(contentKind.messages.updated ?? '', { exact: true }),
    }
  }

  async function expectRefusalKeepsText(
    contentKind: ContentKind,
    { page, field, otherName, getControl, saveButton, savedAlert }: OpenEditor,
  ) {
    const typedText = otherName && `${await getControl(otherName).inputValue()} `
    if (otherName) await getControl(otherName).fill(typedText)
    await getControl(field.name).fill('')
    await saveButton.click()
    await waitForHeading(page, 'There is a problem')
    await expectAccessible(page)
    expect(await page.getByRole('link', { name: new RegExp(field.label) }).count()).toBeGreaterThan(0)
    if (otherName) expect(await getControl(otherName).inputValue()).toBe(typedText)
    expect(await savedAlert.count(), contentKind.kind).toBe(0)
  }

  async function expectSavedAndPublic(contentKind: ContentKind, { record, field, getControl, saveButton }: OpenEditor) {
    // The audit asks about two pages with the same title, so each kind gets its own text.
    const numberedText = `${NEW_VALUES[field.input]}${field.input === 'text' ? ` ${contentKinds.indexOf(contentKind)}` : ''}`
    const newValue = STRICT_TEXTS[contentKind.kind] ?? numberedText
    await getControl(field.name).fill(newValue)
    await saveButton.click()
    await expectAlert(contentKind.messages.updated ?? '')
    expect((await listRecords(contentKind.kind)).find(({ _id }) => _id === record._id)?.[field.name]).toBe(newValue)
    if (contentKind.shownOn.length > 0) expect(await fetchPublicHtml(contentKind)).toContain(newValue)
  }

  // An editor without a required field refuses nothing.
  const refusingKinds = editableKinds.filter((contentKind) => !pickChangedField(contentKind).optional)
  const kindsToRefuse = runsFullProofs ? refusingKinds : pickOnePerKind(refusingKinds, listFormFields)
  it.each(kindsToRefuse.map((contentKind) => [contentKind.title, contentKind] as const))(
    '%s: keeps a refused text, then shows the exact alert and the public change (P-150, P-167, P-168)',
    async (_, contentKind) => {
      const editor = await openEditor(contentKind)
      await expectRefusalKeepsText(contentKind, editor)
      await expectSavedAndPublic(contentKind, editor)
    },
  )

  const otherKinds = editableKinds.filter((contentKind) => !kindsToRefuse.includes(contentKind))
  it.runIf(runsFullProofs).each(otherKinds.map((contentKind) => [contentKind.title, contentKind] as const))(
    '%s: shows the exact alert and the public change (P-150, P-168)',
    async (_, contentKind) => expectSavedAndPublic(contentKind, await openEditor(contentKind)),
  )

  it.each(Object.entries(FIRST_RECORD_VALUES))('%s: adds the first record and shows the exact alert', async (kind, values) => {
    const contentKind = contentKinds.find((candidate) => candidate.kind === kind)
    if (!contentKind) throw new Error(`No content kind is named ${kind}.`)
    const { page } = visitor
    await page.goto(contentKind.editor.home)
    await waitForHydration(page)
    if (contentKind.editor.panels === undefined) await openAddForm(page, `Add ${contentKind.title.toLowerCase()}`)
    for (const [name, value] of Object.entries(values)) {
      const control = page.locator(`#${buildFieldId(`add-${kind}`, name)}`)
      if (contentKind.fields[name]?.choices) await control.selectOption(value)
      else await control.fill(value)
    }
    await page.getByRole('button', { name: /^Add / }).click()
    await expectAlert(contentKind.messages.added)
    expect((await listRecords(kind)).length).toBe(1)
  })

  it('every card of the All content page opens its editor, which leads back (P-177)', async () => {
    const { page } = visitor
    await page.goto('/setting')
    const cards = page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link')
    const paths = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(paths.map((path) => path.replace('?open=1', '')).toSorted()).toEqual(
      [...new Set(contentKinds.map(({ editor }) => editor.home))].toSorted(),
    )
    await waitForHydration(page)
    for (const [nth, path] of paths.entries()) {
      await cards.nth(nth).click()
      // The card of a single record opens its editor at once.
      await page.waitForURL(({ pathname }) => (path.endsWith('?open=1') ? pathname !== '/setting' : pathname === path))
      await page.locator('main h1:focus').waitFor()
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'All content', exact: true }).click()
      await page.waitForURL('**/setting')
      await page.locator('main h1:focus').waitFor()
    }
  })
})
