import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { getField, openAddForm, pressButton } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)
beforeAll(async () => {
  await api('POST', '/add-email', { paypalEmail: 'till@shop.example' })
})

const listAccounts = async () =>
  ((await api('GET', '/content/payment-email')) as { paypalEmail: string; _sample?: true }[])
    .filter(({ _sample }) => !_sample)
    .map(({ paypalEmail }) => paypalEmail)

it('a second payment email is a spare or replaces the first', async () => {
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  const [paidBefore = '', ...sparesBefore] = await listAccounts()
  const openForm = async () => {
    await page.goto('/add-paypal-Email')
    await waitForHydration(page)
    await openAddForm(page, 'Add payment email')
    await page.getByText(`What is the new address for? Payments now go to ${paidBefore}.`).waitFor()
  }
  await openForm()
  await expectAccessible(page)
  const spare = 'spare@shop.example'
  await getField(page, 'Payment account email').fill(spare)
  await pressButton(page, 'Add as a spare')
  await page.getByText('Paypal Email Added').first().waitFor()
  expect(await listAccounts()).toEqual([paidBefore, ...sparesBefore, spare])
  await openForm()
  const paid = 'paid@shop.example'
  await getField(page, 'Payment account email').fill(paid)
  await pressButton(page, 'Get paid here from now on')
  await page.getByText('Paypal Email Updated').first().waitFor()
  expect(await listAccounts()).toEqual([paid, ...sparesBefore, spare])
  await pressButton(page, 'Undo')
  await expect.poll(listAccounts).toEqual([paidBefore, ...sparesBefore, spare])
  await leave()
})
