import { expect, it } from 'vitest'
import { createApiClient, createOwnerClientForSuite, sampleOrderFormValues, savePayeeEmail } from '../support/api-client.ts'
import { findLayoutFaults } from '../support/layout-faults.ts'
import { getField, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)

it('the owner makes a quote, and the client accepts and pays it on a phone without script', async () => {
  await savePayeeEmail(site)
  const client = { email: 'quoted@example.com', password: 'maple lantern river' }
  const team = await startVisit(site, { storageState: owner.storageState, viewport: { width: 768, height: 900 } })
  await team.page.goto('/quotes?id=new')
  await team.page.getByRole('link', { name: 'Standard', exact: true }).click()
  await expect.poll(() => getField(team.page, 'Price').inputValue()).toBe('999')
  await getField(team.page, 'Email').fill(client.email)
  await getField(team.page, 'Name').fill('Kim Sample')
  await getField(team.page, 'Title').fill('Site audit')
  await getField(team.page, 'Price').fill('250')
  await getField(team.page, 'What it contains').fill('10: Audit of 40 pages\n12: A call about it')
  await pressButton(team.page, 'Send the quote')
  await waitForHeading(team.page, 'Site audit')
  expect(await findLayoutFaults(team.page)).toEqual([])
  const path = `/quote/${new URL(team.page.url()).searchParams.get('id')}`

  const { storageState } = await createApiClient(site, client)
  const { page, leave } = await startVisit(site, {
    storageState,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  })
  await page.goto(path)
  await waitForHeading(page, 'Quote: Site audit')
  await page.getByText('Audit of 40 pages, by day 10').waitFor()
  for (const [label, value] of Object.entries(sampleOrderFormValues)) await getField(page, label).fill(value)
  // The owner changes the quote while the client types.
  await getField(team.page, 'Price').fill('275.50')
  await pressButton(team.page, 'Save and email the client')
  await team.page.getByText('Saved. The client gets an email.').first().waitFor()
  await pressButton(page, 'Accept for $250.00')
  await page.getByText('The quote has changed since you opened it: the price. Please read it again.').first().waitFor()
  expect(await getField(page, 'Name').inputValue()).toBe(sampleOrderFormValues.Name)
  await pressButton(page, 'Accept for $275.50')
  await waitForHeading(page, 'Your Pending Orders')
  await page.getByRole('link', { name: 'Pay Now, $275.50' }).click()
  await pressButton(page, 'Pay $275.50')
  await pressButton(page, 'Pay')
  await page.waitForURL('**/received-payment/*')
  const orderPath = new URL(page.url()).pathname.replace('/received-payment/', '/my-order/')
  await expect
    .poll(async () => {
      await page.goto(orderPath)
      return page.getByText('Audit of 40 pages').count()
    })
    .toBeGreaterThan(0)
  await page.goto(path)
  await page.getByText('You’ve accepted this quote. It’s an order now.').waitFor()
  await leave()
  await team.leave()
})
