import { beforeAll, expect, it } from 'vitest'
import { createTestImage } from '../../tests/support/test-images.ts'
import { createApiClient, payInRehearsal, placeOrder, savePayeeEmail } from '../support/api-client.ts'
import { postToApi } from '../support/message-list-page.ts'
import { getField, logIn, waitForHeading } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit, waitForHydration } from '../support/visitor.ts'

const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })
beforeAll(async () => {
  await savePayeeEmail(site)
  const customer = await createApiClient(site, { email: 'dana@example.org', password: 'a long enough password' })
  const order = await placeOrder(customer, 'Standard', 'Dana Sample')
  await payInRehearsal(customer, order, 'pay')
  await postToApi(site.url, '/add-message', { name: 'Sam Sample', email: 'sam@example.org', message: 'Two offices?' })
})

it('on a phone, an owner changes the banner and its image, marks an order delivered, and reads a message', async () => {
  const { page, leave } = await startVisit(site, {
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const openFromMenu = async (name: string) => {
    await page.locator('summary', { hasText: 'Menu' }).tap()
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: new RegExp(`^${name}\\b`) })
      .first()
      .tap()
  }
  const tapButton = (name: string) => page.getByRole('button', { name, exact: true }).tap()
  const expectPageFits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await logIn(page, '/admin', ownerCredentials)
  await waitForHydration(page)
  await expectPageFits()

  await openFromMenu('All content')
  await waitForHeading(page, 'All content')
  await expectPageFits()
  await page.getByRole('link', { name: 'Banner', exact: true }).tap()
  await getField(page, 'Heading').fill('Found on your phone')
  await page.getByRole('button', { name: 'Choose an image: Image' }).tap()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'office.jpg', mimeType: 'image/jpeg', buffer: await createTestImage(900, 700) })
  await waitForHeading(page, 'About this image')
  await getField(page, 'Description (optional)').fill('Our office')
  await tapButton('Use this image')
  await expectPageFits()
  await tapButton('Save banner')
  await page.getByRole('status').getByText('Banner is Updated', { exact: true }).first().waitFor()
  const home = await (await fetch(site.url)).text()
  expect([home.includes('Found on your phone'), home.includes('alt="Our office"')]).toEqual([true, true])

  await openFromMenu('Orders')
  await waitForHeading(page, 'Orders')
  await expectPageFits()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Open order/ })
    .first()
    .tap()
  await page.getByRole('radio', { name: 'Delivered' }).tap()
  await tapButton('Update status')
  await tapButton('Mark Delivered and send')
  await page.getByRole('status').getByText('OrderStatus is Updated', { exact: true }).first().waitFor()
  await expectPageFits()

  await openFromMenu('All content')
  await page.getByRole('link', { name: 'Export and import' }).tap()
  await waitForHeading(page, 'Import')
  await expectPageFits()

  await openFromMenu('Messages')
  await waitForHeading(page, 'Messages')
  await expectPageFits()
  await page.getByRole('link', { name: 'View Message' }).first().tap()
  await page.waitForURL('**/view/*')
  await page.getByRole('main').getByText('Two offices?', { exact: true }).last().waitFor()
  expect(await page.getByRole('link', { name: /Reply by email/ }).getAttribute('href')).toMatch(/^mailto:sam@example\.org/)
  await tapButton('Mark Read')
  await page.getByRole('button', { name: 'Mark Read' }).waitFor({ state: 'detached' })
  await leave()
})
