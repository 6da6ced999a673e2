import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { type ApiClient, createApiClient } from '../support/api-client.ts'
import { getField, getPath, logIn, openAddForm, pressButton, waitForReactRoot } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSite, type TestSite } from '../support/test-site.ts'
import { getSharedBrowser, startVisit } from '../support/visitor.ts'

let site: TestSite
let browser: Browser
let api: ApiClient
let editor: string
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(ownerSettings), getSharedBrowser()])
  api = await createApiClient(site)
  const [banner] = (await api('GET', '/banner')) as [{ _id: string }]
  editor = `/banner/${banner._id}`
})
afterAll(() => site?.close())

/** What is typed is kept once in a while, on a busy machine later. */
const SOON_POLL = { timeout: 10_000 }
const RESTORED_NOTE = /^We restored your unsaved changes from [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/
const getRestoredNote = (page: Page) => page.getByRole('status').getByText(RESTORED_NOTE)
const waitForToast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor()
const listAutosaves = () => api('GET', '/own-drafts') as Promise<{ kind: string; id: string }[]>
const saveBanner = async (words: object) => {
  const [live] = (await api('GET', '/banner')) as [Record<string, string>]
  const fields = Object.fromEntries(Object.entries(live).filter(([name]) => !name.startsWith('_')))
  await api('PUT', editor.replace('/banner/', '/update-banner/'), { ...fields, ...words })
}
/** One of the owner's devices, with the page open and live. */
const openPage = async (path: string, options = {}) => {
  const visitor = await startVisit(browser, site.url, { ...options, storageState: api.storageState })
  await visitor.page.goto(path)
  await waitForReactRoot(visitor.page)
  return visitor
}

it('what is typed is there on another device and after the tab was closed, and gone once it is saved or discarded (P-182, P-183)', async () => {
  const desk = await openPage(editor)
  const autosaveReply = desk.page.waitForResponse((reply) => reply.url().includes('/api/own-draft/') && reply.ok())
  await getField(desk.page, 'Heading').fill('Typed at the desk')
  await autosaveReply
  const phone = await openPage(editor, { viewport: { width: 375, height: 700 } })
  await getRestoredNote(phone.page).waitFor()
  expect(await getField(phone.page, 'Heading').inputValue()).toBe('Typed at the desk')
  await expectAccessible(phone.page)
  // The tab is closed before typing has rested.
  await getField(phone.page, 'Details').fill('Typed on the phone')
  await phone.page.close()
  await expect
    .poll(async () => ((await api('GET', `/own-draft${editor}`)) as { values: object }).values, SOON_POLL)
    .toEqual({ bannerHeading: 'Typed at the desk', bannerDetails: 'Typed on the phone' })
  await phone.leave()

  await desk.page.reload()
  await getRestoredNote(desk.page).waitFor()
  expect(await getField(desk.page, 'Details').inputValue()).toBe('Typed on the phone')
  await pressButton(desk.page, 'Save banner')
  await waitForToast(desk.page, 'Banner is Updated')
  // An alert that is closed by keyboard gives the focus back.
  await desk.page.getByRole('button', { name: 'Close', exact: true }).focus()
  await desk.page.keyboard.press('Escape')
  expect(await desk.page.evaluate(() => document.activeElement?.textContent)).toBe('Save banner')
  expect([await getRestoredNote(desk.page).count(), await listAutosaves()]).toEqual([0, []])

  await getField(desk.page, 'Heading').fill('Not wanted')
  await expect.poll(listAutosaves, SOON_POLL).toHaveLength(1)
  await desk.page.reload()
  await desk.page.getByRole('button', { name: 'Discard what was not saved' }).click()
  expect(await getField(desk.page, 'Heading').inputValue()).toBe('Typed at the desk')
  await expect.poll(listAutosaves, SOON_POLL).toEqual([])
  await desk.leave()
})

it('leaving a form keeps what was typed there, also into one that adds, which is open then (P-181)', async () => {
  const { page, leave } = await openPage(editor)
  await getField(page, 'Heading').fill('Half a heading')
  await expect.poll(listAutosaves, SOON_POLL).toHaveLength(1)
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await page.getByText('They wait for you here.').waitFor()
  await expectAccessible(page)
  // Escape stays, and gives the focus back to the link.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Stay')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect([getPath(page), await getField(page, 'Heading').inputValue()]).toEqual([editor, 'Half a heading'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Overview')
  await page.keyboard.press('Enter')
  await pressButton(page, 'Leave without saving')
  await page.waitForURL('**/admin')
  await page.getByRole('link', { name: /^Go on.*1 form with changes not saved$/ }).waitFor()
  await page.goto('/edit-faq')
  await openAddForm(page, 'Add FAQ item')
  await waitForReactRoot(page)
  await getField(page, 'Question').fill('Half a question')
  await page.goto(editor)
  await expect.poll(() => getField(page, 'Heading').inputValue()).toBe('Half a heading')
  await page.goto('/edit-faq')
  await getRestoredNote(page).waitFor()
  expect(await getField(page, 'Question').inputValue()).toBe('Half a question')
  expect(await getField(page, 'Question').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Discard what was not saved' }).click()
  await page.goto(editor)
  await page.getByRole('button', { name: 'Discard what was not saved' }).click()
  await expect.poll(listAutosaves, SOON_POLL).toEqual([])
  await leave()
})

it('what others have saved since is asked about where the same words were typed', async () => {
  const { page, leave } = await openPage(editor)
  await saveBanner({ bannerHeading: 'Theirs', bannerDetails: 'Theirs too' })
  await getField(page, 'Heading').fill('Mine')
  await expect.poll(listAutosaves, SOON_POLL).toHaveLength(1)
  await page.reload()
  const conflict = page.getByRole('region', { name: 'Saved elsewhere meanwhile' })
  await conflict.getByText('Theirs', { exact: true }).waitFor()
  expect(await conflict.getByRole('button').count()).toBe(2)
  expect(await getField(page, 'Details').inputValue()).toBe('Theirs too')
  await conflict.getByRole('button', { name: /^Keep mine/ }).click()
  await pressButton(page, 'Save banner')
  await waitForToast(page, 'Banner is Updated')
  expect(await api('GET', '/banner')).toMatchObject([{ bannerHeading: 'Mine', bannerDetails: 'Theirs too' }])
  await leave()
})

it('two devices that type into one form are told of each other, and choose word by word', async () => {
  const [desk, phone] = [await openPage(editor), await openPage(editor, { viewport: { width: 375, height: 700 } })]
  const getConflictRegion = (page: Page) => page.getByRole('region', { name: 'Changed by you on another device' })
  const keptNow = async () => ((await api('GET', `/own-draft${editor}`)) as { values: object }).values
  await getField(desk.page, 'Heading').fill('Desk')
  await expect.poll(listAutosaves, SOON_POLL).toHaveLength(1)
  await getField(phone.page, 'Heading').fill('Phone')
  await getConflictRegion(phone.page).getByText('Desk', { exact: true }).waitFor()
  await expectAccessible(phone.page)
  expect([await getField(phone.page, 'Heading').inputValue(), await keptNow()]).toEqual(['Phone', { bannerHeading: 'Desk' }])
  await getField(phone.page, 'Details').fill('Phone details')
  await getConflictRegion(phone.page)
    .getByRole('button', { name: /^Keep this one/ })
    .click()
  await expect.poll(keptNow, SOON_POLL).toEqual({ bannerHeading: 'Phone', bannerDetails: 'Phone details' })

  await getField(desk.page, 'Details').fill('Desk details')
  await getConflictRegion(desk.page).getByText('Phone details', { exact: true }).waitFor()
  // What was changed on the phone alone is here, too.
  expect(await getField(desk.page, 'Heading').inputValue()).toBe('Phone')
  await getConflictRegion(desk.page)
    .getByRole('button', { name: /^Take the other/ })
    .click()
  expect(await getField(desk.page, 'Details').inputValue()).toBe('Phone details')
  await pressButton(desk.page, 'Discard')
  await expect.poll(listAutosaves, SOON_POLL).toEqual([])
  await desk.leave()
  await phone.leave()
})

it('what was typed offline into a tab that is then closed is there in the next one, and gone for whoever logs out', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await logIn(page, editor, ownerCredentials)
  await waitForReactRoot(page)
  await page.context().setOffline(true)
  await getField(page, 'Heading').fill('Typed in a tunnel')
  await page.close()
  await page.context().setOffline(false)
  const next = await page.context().newPage()
  await next.goto(editor)
  await getRestoredNote(next).waitFor()
  expect(await getField(next, 'Heading').inputValue()).toBe('Typed in a tunnel')
  await expect.poll(listAutosaves, SOON_POLL).toHaveLength(1)
  await next.getByRole('button', { name: 'Discard what was not saved' }).click()
  await expect.poll(listAutosaves, SOON_POLL).toEqual([])

  const inBrowser = () => next.evaluate(() => Object.keys(localStorage))
  await next.context().setOffline(true)
  await getField(next, 'Heading').fill('For nobody else')
  await expect.poll(async () => (await inBrowser()).length).toBe(1)
  await next.context().setOffline(false)
  await next.evaluate(() => localStorage.setItem('draft of-an-older-form', '{}'))
  await pressButton(next, 'Log out')
  await next.waitForURL(({ pathname }) => pathname === '/sign-out')
  expect(await inBrowser()).toEqual([])
  await next.goBack()
  await expect.poll(() => next.url()).toContain('/login')
  await leave()
  await api('DELETE', `/own-draft${editor}`).catch(() => undefined)
})

it('a session that ends in mid-form leads through the log-in and back, with everything that was typed (P-53)', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await logIn(page, editor, ownerCredentials)
  await waitForReactRoot(page)
  await getField(page, 'Heading').fill('Typed before the session ended')
  await page.context().clearCookies()
  await getField(page, 'Details').fill('Typed after that')
  await pressButton(page, 'Save banner')
  await page.getByText('Your session has ended. Log in to continue.').waitFor()
  await getField(page, 'Email').fill(ownerCredentials.email)
  await getField(page, 'Password').fill(ownerCredentials.password)
  await pressButton(page, 'Log in')
  await getRestoredNote(page).waitFor()
  expect(await getField(page, 'Heading').inputValue()).toBe('Typed before the session ended')
  expect(await getField(page, 'Details').inputValue()).toBe('Typed after that')
  await pressButton(page, 'Save banner')
  await waitForToast(page, 'Banner is Updated')
  expect(await api('GET', '/banner')).toMatchObject([
    { bannerHeading: 'Typed before the session ended', bannerDetails: 'Typed after that' },
  ])
  await leave()
})

it('a save that fails says so beside what was typed for as long as it is so, and nothing of a success (P-167)', async () => {
  const { page, leave } = await openPage(editor)
  const [before] = (await api('GET', '/banner')) as [{ bannerHeading: string }]
  const sentence = 'Too much at once.'
  const address = `**/api/update-${editor.slice(1)}`
  await page.route(address, (route) => route.fulfill({ status: 429, json: { error: sentence } }))
  await page.clock.install()
  await getField(page, 'Heading').fill('Not saved yet')
  await pressButton(page, 'Save banner')
  const alertText = page.getByRole('alert').getByText(sentence)
  await alertText.waitFor()
  await page.clock.fastForward(60_000)
  expect([await alertText.isVisible(), await page.getByText('Banner is Updated').count()]).toEqual([true, 0])
  expect(await getField(page, 'Heading').inputValue()).toBe('Not saved yet')
  expect(await api('GET', '/banner')).toMatchObject([{ bannerHeading: before.bannerHeading }])
  await page.unroute(address)
  await pressButton(page, 'Save banner')
  await waitForToast(page, 'Banner is Updated')
  expect(await alertText.count()).toBe(0)
  await leave()
})

it('a save that is offline or left without an answer says so, and is made once where it is tried again (P-173)', async () => {
  const { page, leave } = await startVisit(browser, site.url, { storageState: api.storageState })
  await page.clock.install()
  await page.goto('/edit-faq')
  await waitForReactRoot(page)
  await openAddForm(page, 'Add FAQ item')
  const add = page.locator('#add-faq-item')
  const again = add.getByRole('button', { name: 'Try again' })
  const questions = async () =>
    ((await api('GET', '/faq-items')) as Record<string, string>[]).filter(({ accodingTitle }) => accodingTitle === 'How long?')
      .length
  await add.getByLabel('Question').fill('How long?')
  await add.getByLabel('Answer').fill('Months.')

  await page.context().setOffline(true)
  await pressButton(page, 'Add FAQ item')
  await add.getByRole('alert').getByText('You seem to be offline.').waitFor()
  expect([await add.getByLabel('Question').inputValue(), await add.getByLabel('Answer').inputValue()]).toEqual([
    'How long?',
    'Months.',
  ])
  await page.context().setOffline(false)
  expect(await questions()).toBe(0)

  // Carried out, and never answered.
  await page.route('**/api/add-faq-item', (route) => void route.fetch())
  await again.click()
  await expect.poll(questions).toBe(1)
  await page.clock.fastForward(10_000)
  await add.getByRole('alert').getByText('There was no answer within 10 seconds').waitFor()
  expect(await add.getByLabel('Question').inputValue()).toBe('How long?')
  await expectAccessible(page)

  await page.unroute('**/api/add-faq-item')
  await again.click()
  await waitForToast(page, 'FAQ Item is Added')
  expect([await questions(), await again.count(), await add.getByLabel('Question').inputValue()]).toEqual([1, 0, ''])
  await leave()
})

it('a record that is hidden or deleted while its form is open is saved on, once it is back', async () => {
  const fieldValues = { accodingTitle: 'Who sees this?', accodingText: 'Everybody.' }
  const { record } = (await api('POST', '/add-faq-item', fieldValues)) as { record: { _id: string } }
  const { page, leave } = await openPage(`/faq-edit/${record._id}`)
  const save = async (answer: string) => {
    await getField(page, 'Answer').fill(answer)
    await pressButton(page, 'Save FAQ item')
  }
  await api('PUT', `/content-visibility/faq-item/${record._id}`, { hidden: true })
  await save('Nobody.')
  await waitForToast(page, 'FAQ Item is Updated')
  expect(await api('GET', `/content/faq-item/${record._id}`)).toMatchObject({ accodingText: 'Nobody.', _hidden: true })

  await api('DELETE', `/content/faq-item/${record._id}`)
  await save('Whoever put it back.')
  await page.getByRole('alert').getByText('This record was deleted meanwhile, so nothing was saved.').waitFor()
  await api('POST', `/undelete/faq-item/${record._id}`)
  await pressButton(page, 'Save FAQ item')
  await expect
    .poll(() => api('GET', `/content/faq-item/${record._id}`), SOON_POLL)
    .toMatchObject({ accodingText: 'Whoever put it back.' })

  // What is drafted first is not undone by what is drafted next.
  await getField(page, 'Question').fill('Drafted first?')
  await pressButton(page, 'Save as draft')
  await expect.poll(() => getField(page, 'Question').inputValue(), SOON_POLL).toBe(fieldValues.accodingTitle)
  await getField(page, 'Answer').fill('Drafted next.')
  await pressButton(page, 'Save as draft')
  await expect.poll(() => getField(page, 'Answer').inputValue(), SOON_POLL).toBe('Whoever put it back.')
  expect(await api('GET', `/content/faq-item/${record._id}?draft=1`)).toMatchObject({
    accodingTitle: 'Drafted first?',
    accodingText: 'Drafted next.',
  })
  await getField(page, 'Question').fill('Drafted against that?')
  await pressButton(page, 'Save as draft')
  await page.getByRole('alert').getByRole('link', { name: 'The draft says: Drafted first?' }).waitFor()
  await page.getByRole('link', { name: 'Go on with the draft' }).click()
  await getRestoredNote(page).waitFor()
  expect(await getField(page, 'Question').inputValue()).toBe('Drafted against that?')
  expect(await getField(page, 'Answer').inputValue()).toBe('Drafted next.')
  await page.getByRole('button', { name: 'Save as draft', exact: true }).click()
  await waitForToast(page, 'Saved as a draft: visitors see it once that is published.')
  await leave()
})
