import { beforeAll, expect, it } from 'vitest'
import { expectFitsAndAccessible } from '../../support/accessibility.ts'
import { createApiClient, type PlacedOrder, placeOrder } from '../../support/api-client.ts'
import { getField, logIn, pressButton, waitForHeading, waitForToast } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const customer = { email: 'kim@example.com', password: 'maple lantern river' }

const site = startSiteForSuite(ownerSettings)
let order: PlacedOrder
beforeAll(async () => {
  const api = await createApiClient(site, customer)
  order = await placeOrder(api, 'Standard', 'Kim Sample')
  await api('POST', '/add-message', { name: 'Kim', email: customer.email, subject: 'Photos', message: 'Where to?' })
})

it('an admin keeps notes and a follow-up date on a customer', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, `/admin/payment-status/${order._id}`, ownerCredentials)
  await page.getByRole('link', { name: 'Open customer' }).click()
  await waitForHeading(page, 'Kim Sample')
  for (const link of [`Open order ${order._number}`, 'Open message Photos'])
    await page.getByRole('link', { name: link, exact: true }).waitFor()

  await page.getByRole('textbox', { name: 'Note' }).fill('Prefers a call on Mondays.')
  await pressButton(page, 'Add note')
  await page.getByText('Prefers a call on Mondays.', { exact: true }).first().waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('')
  // Deleting a note keeps the text of the next one.
  await getField(page, 'Note').fill('Wrong person.')
  await pressButton(page, 'Add note')
  await expect.poll(() => getField(page, 'Note').inputValue()).toBe('')
  await expect.poll(() => getField(page, 'Note').evaluate((control) => control === document.activeElement)).toBe(true)
  await getField(page, 'Note').fill('Has two offices.')
  await page.getByRole('button', { name: 'Delete the note: Wrong person.' }).click()
  await expect.poll(() => page.getByText('Wrong person.').count()).toBe(0)
  expect(await getField(page, 'Note').inputValue()).toBe('Has two offices.')
  await pressButton(page, 'Save follow-up')
  await page.getByText('Choose a date, such as 2026-11-30.').first().waitFor()
  await getField(page, 'Date').fill('2020-05-05')
  await getField(page, 'Reminder').fill('Second office')
  await pressButton(page, 'Save follow-up')
  await page.getByText('May 5, 2020').waitFor()
  await expectFitsAndAccessible(page, [360, 1440])

  await page.goto(`${site.url}/customers`)
  await page.getByRole('row', { name: /May 5, 2020 ?Due .*Second office/ }).waitFor()
  await expectFitsAndAccessible(page, [360, 1440])
  await page
    .getByRole('region', { name: 'Follow up' })
    .getByRole('link', { name: `Open ${customer.email}` })
    .click()
  await pressButton(page, 'Done : clear the follow-up')
  await getField(page, 'Date').waitFor()
  await page.getByText('Delete notes, messages and files', { exact: true }).click()
  await pressButton(page, 'Yes, delete them')
  await expect.poll(() => page.getByText('Prefers a call on Mondays.').count()).toBe(0)
  await waitForToast(page, 'Notes, messages and files deleted')
  await leave()
})
