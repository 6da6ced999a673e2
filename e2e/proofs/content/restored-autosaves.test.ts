import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { removeServerFields } from '#tests/support/remove-server-fields.ts'
import { expectAccessible } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { getField, getPath, logIn, openAddForm, pressButton, waitForToast } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)
let bannerEditorPath: string
beforeAll(async () => {
  const [banner] = (await api('GET', '/banner')) as [{ _id: string }]
  bannerEditorPath = `/banner/${banner._id}`
})

const RESTORED_NOTE = /^We restored your unsaved changes from [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/
const getRestoredNote = (page: Page) => page.getByRole('status').getByText(RESTORED_NOTE)
const listAutosaves = () => api('GET', '/own-drafts') as Promise<{ kind: string; id: string }[]>
const saveBanner = async (values: object) => {
  const [live] = (await api('GET', '/banner')) as [Record<string, string>]
  await api('PUT', bannerEditorPath.replace('/banner/', '/update-banner/'), { ...removeServerFields(live), ...values })
}
/** Opens a page as the owner on another device and waits for React. */
const openPage = async (path: string, options = {}) => {
  const visitor = await startVisit(site, { ...options, storageState: api.storageState })
  await visitor.page.goto(path)
  await waitForHydration(visitor.page)
  return visitor
}

it('restores unsaved text on another device and after closing the tab, until a save or Discard (P-182, P-183)', async () => {
  const desk = await openPage(bannerEditorPath)
  const autosaveReply = desk.page.waitForResponse((reply) => reply.url().includes('/api/own-draft/') && reply.ok())
  await getField(desk.page, 'Heading').fill('Typed at the desk')
  await autosaveReply
  const phone = await openPage(bannerEditorPath, { viewport: { width: 375, height: 700 } })
  await getRestoredNote(phone.page).waitFor()
  expect(await getField(phone.page, 'Heading').inputValue()).toBe('Typed at the desk')
  await expectAccessible(phone.page)
  // The tab closes before the pause that triggers an autosave.
  await getField(phone.page, 'Details').fill('Typed on the phone')
  await phone.page.close()
  await expect
    .poll(async () => ((await api('GET', `/own-draft${bannerEditorPath}`)) as { values: object }).values)
    .toEqual({ bannerHeading: 'Typed at the desk', bannerDetails: 'Typed on the phone' })
  await phone.leave()

  await desk.page.reload()
  await getRestoredNote(desk.page).waitFor()
  expect(await getField(desk.page, 'Details').inputValue()).toBe('Typed on the phone')
  await pressButton(desk.page, 'Save banner')
  await waitForToast(desk.page, 'Banner is Updated')
  // Closing the alert by keyboard returns the focus.
  await desk.page.getByRole('button', { name: 'Close', exact: true }).focus()
  await desk.page.keyboard.press('Escape')
  await expect.poll(() => desk.page.evaluate(() => document.activeElement?.textContent)).toBe('Save banner')
  expect([await getRestoredNote(desk.page).count(), await listAutosaves()]).toEqual([0, []])

  await getField(desk.page, 'Heading').fill('Not wanted')
  await expect.poll(listAutosaves).toHaveLength(1)
  await desk.page.reload()
  await desk.page.getByRole('button', { name: 'Discard the unsaved text' }).click()
  expect(await getField(desk.page, 'Heading').inputValue()).toBe('Typed at the desk')
  await expect.poll(listAutosaves).toEqual([])
  await desk.leave()
})

it('leaving a form keeps its typed text, and an add form with typed text is open on return (P-181)', async () => {
  const { page, leave } = await openPage(bannerEditorPath)
  await getField(page, 'Heading').fill('Half a heading')
  await expect.poll(listAutosaves).toHaveLength(1)
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await page.getByText('We’ll keep them for you here.').waitFor()
  await expectAccessible(page)
  // Escape stays on the page and returns the focus to the link.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Stay')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect([getPath(page), await getField(page, 'Heading').inputValue()]).toEqual([bannerEditorPath, 'Half a heading'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Overview')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  // A link followed right after Escape asks again.
  await page.getByRole('dialog').evaluate((dialog: HTMLDialogElement) => {
    dialog.requestClose()
    document.querySelector<HTMLAnchorElement>('nav a[href="/admin"]')?.click()
  })
  await pressButton(page, 'Leave without saving')
  await page.waitForURL('**/admin')
  await page.getByRole('link', { name: /^Continue editing.*1 form with unsaved changes$/ }).waitFor()
  await page.goto('/edit-faq')
  await openAddForm(page, 'Add FAQ item')
  await waitForHydration(page)
  await getField(page, 'Question').fill('Half a question')
  await page.goto(bannerEditorPath)
  await expect.poll(() => getField(page, 'Heading').inputValue()).toBe('Half a heading')
  await page.goto('/edit-faq')
  await getRestoredNote(page).waitFor()
  expect(await getField(page, 'Question').inputValue()).toBe('Half a question')
  expect(await getField(page, 'Question').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Discard the unsaved text' }).click()
  await page.goto(bannerEditorPath)
  await page.getByRole('button', { name: 'Discard the unsaved text' }).click()
  await expect.poll(listAutosaves).toEqual([])
  await leave()
})

it('saves the form before it follows a link, and stays on a form that can’t be saved (P-181)', async () => {
  const { page, leave } = await openPage(bannerEditorPath)
  await getField(page, 'Heading').fill('')
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await pressButton(page, 'Save and leave')
  await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
  expect(getPath(page)).toBe(bannerEditorPath)
  await getField(page, 'Heading').fill('Saved on the way')
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await pressButton(page, 'Save and leave')
  await page.waitForURL('**/admin')
  await page.goto(bannerEditorPath)
  expect(await getField(page, 'Heading').inputValue()).toBe('Saved on the way')
  await leave()
})

it('asks which text to keep in a field that another admin changed meanwhile', async () => {
  const { page, leave } = await openPage(bannerEditorPath)
  await saveBanner({ bannerHeading: 'Theirs', bannerDetails: 'Theirs too' })
  await getField(page, 'Heading').fill('Mine')
  await expect.poll(listAutosaves).toHaveLength(1)
  await page.reload()
  const conflict = page.getByRole('region', { name: 'Changed in another tab' })
  await conflict.getByText('Theirs', { exact: true }).waitFor()
  expect(await conflict.getByRole('button').count()).toBe(2)
  expect(await getField(page, 'Details').inputValue()).toBe('Theirs too')
  await conflict.getByRole('button', { name: /^Keep mine/ }).click()
  await pressButton(page, 'Save banner')
  await waitForToast(page, 'Banner is Updated')
  expect(await api('GET', '/banner')).toMatchObject([{ bannerHeading: 'Mine', bannerDetails: 'Theirs too' }])
  await leave()
})

it('two devices that type into one form see each other’s changes and choose per field', async () => {
  const [desk, phone] = [
    await openPage(bannerEditorPath),
    await openPage(bannerEditorPath, { viewport: { width: 375, height: 700 } }),
  ]
  const getConflictRegion = (page: Page) => page.getByRole('region', { name: 'Changed by you on another device' })
  const getAutosavedValues = async () => ((await api('GET', `/own-draft${bannerEditorPath}`)) as { values: object }).values
  await getField(desk.page, 'Heading').fill('Desk')
  await expect.poll(listAutosaves).toHaveLength(1)
  await getField(phone.page, 'Heading').fill('Phone')
  await getConflictRegion(phone.page).getByText('Desk', { exact: true }).waitFor()
  await expectAccessible(phone.page)
  expect([await getField(phone.page, 'Heading').inputValue(), await getAutosavedValues()]).toEqual([
    'Phone',
    { bannerHeading: 'Desk' },
  ])
  await getField(phone.page, 'Details').fill('Phone details')
  await getConflictRegion(phone.page)
    .getByRole('button', { name: /^Keep this one/ })
    .click()
  await expect.poll(getAutosavedValues).toEqual({ bannerHeading: 'Phone', bannerDetails: 'Phone details' })

  await getField(desk.page, 'Details').fill('Desk details')
  await getConflictRegion(desk.page).getByText('Phone details', { exact: true }).waitFor()
  // The form takes a field that only the phone changed.
  expect(await getField(desk.page, 'Heading').inputValue()).toBe('Phone')
  await getConflictRegion(desk.page)
    .getByRole('button', { name: /^Use the other/ })
    .click()
  expect(await getField(desk.page, 'Details').inputValue()).toBe('Phone details')
  await pressButton(desk.page, 'Discard')
  await expect.poll(listAutosaves).toEqual([])
  await desk.leave()
  await phone.leave()
})

it('restores text typed offline in a closed tab, and deletes it from the browser at log-out', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, bannerEditorPath, ownerCredentials)
  await waitForHydration(page)
  await page.context().setOffline(true)
  await getField(page, 'Heading').fill('Typed in a tunnel')
  await page.close()
  await page.context().setOffline(false)
  const nextTab = await page.context().newPage()
  await nextTab.goto(bannerEditorPath)
  await getRestoredNote(nextTab).waitFor()
  expect(await getField(nextTab, 'Heading').inputValue()).toBe('Typed in a tunnel')
  await expect.poll(listAutosaves).toHaveLength(1)
  await nextTab.getByRole('button', { name: 'Discard the unsaved text' }).click()
  await expect.poll(listAutosaves).toEqual([])

  const listStoredKeys = () => nextTab.evaluate(() => Object.keys(localStorage))
  await nextTab.context().setOffline(true)
  await getField(nextTab, 'Heading').fill('For nobody else')
  await expect.poll(async () => (await listStoredKeys()).length).toBe(1)
  await nextTab.context().setOffline(false)
  await nextTab.evaluate(() => localStorage.setItem('draft of-an-older-form', '{}'))
  await pressButton(nextTab, 'Log out')
  await nextTab.waitForURL(({ pathname }) => pathname === '/sign-out')
  expect(await listStoredKeys()).toEqual([])
  await nextTab.goBack()
  await expect.poll(() => nextTab.url()).toContain('/login')
  await leave()
  await api('DELETE', `/own-draft${bannerEditorPath}`).catch(() => undefined)
})

it('a session that ends while typing leads through the log-in and back to the typed text (P-53)', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, bannerEditorPath, ownerCredentials)
  await waitForHydration(page)
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
