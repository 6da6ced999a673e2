import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { getField, logIn, openAddForm, pressButton } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const PHONE = { width: 360, height: 900 }

const site = startSiteForSuite(ownerSettings)

it('on a phone, an admin adds a design item with a link and a category, and the list shows it', async () => {
  const { page, leave } = await startVisit(site, { viewport: PHONE })
  await logIn(page, '/add-item', ownerCredentials)
  await page.waitForLoadState('networkidle')
  await openAddForm(page, 'Add design item')
  const category = 'Open house'
  await pressButton(page, 'Add design item')
  for (const sentence of ['Category is required.', 'Template link is required.']) {
    await page.getByRole('link', { name: sentence }).waitFor()
  }
  expect(await page.getByText(/ is required\.$/).count()).toBe(4)
  await getField(page, 'Category').fill(category)
  await getField(page, 'Template link').fill('https://www.canva.com/design/sample')
  await getField(page, 'Free or paid').selectOption('Paid')
  await pressButton(page, 'Add design item')
  await page.getByText('Item is Updated', { exact: true }).first().waitFor()
  const row = page.getByRole('listitem').filter({ hasText: category })
  await row.waitFor()
  for (const value of ['Format: Facebook', 'Free or paid: Paid', 'https://www.canva.com/design/sample']) {
    expect(await row.getByText(value, { exact: true }).isVisible()).toBe(true)
  }
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await leave()
})

it('an admin corrects a refused form by keyboard: the summary leads to the field and drops corrected errors', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/add-item', ownerCredentials)
  await page.waitForLoadState('networkidle')
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

it('without JavaScript, a refused form returns its errors and the typed text, and then saves', async () => {
  const { page, leave } = await startVisit(site, { javaScriptEnabled: false })
  await logIn(page, '/add-item', ownerCredentials)
  await openAddForm(page, 'Add design item')
  await getField(page, 'Category').fill('Postcards')
  await pressButton(page, 'Add design item')
  await page.getByRole('alert').getByRole('link', { name: 'Template link is required.' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('add-design-item-canvaLink')
  expect(await getField(page, 'Category').inputValue()).toBe('Postcards')
  await getField(page, 'Template link').fill('https://www.canva.com/design/cards')
  await pressButton(page, 'Add design item')
  await page.getByRole('status').getByText('Item is Updated', { exact: true }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Postcards' }).waitFor()
  await leave()
})
