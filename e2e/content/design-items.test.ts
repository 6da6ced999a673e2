import { expect, it } from 'vitest'
import { getField, logIn, openAddForm, pressButton } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { openBeforeHydration, startVisit } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)

it('an admin corrects a refused form by keyboard: the summary leads to the field and drops corrected errors', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/add-item', ownerCredentials)
  await openAddForm(page, 'Add design item')
  await page.getByRole('button', { name: 'Add design item' }).focus()
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert')
  await summary.waitFor()
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => getField(page, 'Category').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(new URL(page.url()).hash).toBe('')
  await page.keyboard.type('Yard signs')
  await expect.poll(() => summary.getByRole('link').allTextContents()).toEqual(['Template link is required.'])
  expect(await getField(page, 'Category').getAttribute('aria-invalid')).toBeNull()
  await getField(page, 'Template link').fill('https://www.canva.com/design/signs')
  await expect.poll(() => summary.count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByText('Item is Updated', { exact: true }).first().waitFor()
  await leave()
})

it('without JavaScript, the admin area says that it needs it, and its forms send nothing', async () => {
  const { page, leave } = await startVisit(site, { javaScriptEnabled: false })
  await logIn(page, '/add-item', ownerCredentials)
  // The test browser turns scripts off without showing what stands in `noscript`.
  expect(await page.locator('noscript').textContent()).toContain('The admin area needs JavaScript.')
  await openAddForm(page, 'Add design item')
  await getField(page, 'Category').fill('Postcards')
  await getField(page, 'Template link').fill('https://www.canva.com/design/cards')
  await pressButton(page, 'Add design item')
  expect(await getField(page, 'Category').inputValue()).toBe('Postcards')
  await page.reload()
  expect(await page.getByRole('listitem').filter({ hasText: 'Postcards' }).count()).toBe(0)
  await leave()
})

it('a button that an admin presses while the page’s code loads takes effect afterward', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/add-item', ownerCredentials)
  const hydrate = await openBeforeHydration(page, '/add-item', '**/editor-screen-page*.js')
  await openAddForm(page, 'Add design item')
  await getField(page, 'Category').fill('Flyers')
  await getField(page, 'Template link').fill('https://www.canva.com/design/flyers')
  await pressButton(page, 'Add design item')
  await hydrate()
  await page.getByText('Item is Updated', { exact: true }).first().waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Flyers' }).waitFor()
  await leave()
})
