import { expect, it } from 'vitest'
import { expectFitsAndAccessible } from '../support/accessibility.ts'
import { placePaidOrder } from '../support/api-client.ts'
import { getField, logIn, waitForHeading } from '../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

it('a client orders another month from the order, and reads what that month contains, without script', async () => {
  const { customer, order } = await placePaidOrder(site, 'returns@example.com')
  const { page, leave } = await startVisit(site, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  await logIn(page, `/my-order/${order._id}`, customer)
  await page.getByRole('link', { name: 'Order another month' }).click()
  await page.waitForURL('**/order-now/**')
  expect(await getField(page, 'Name').inputValue()).toBe('Kim Sample')
  await waitForHeading(page, 'This is your month 2')
  const parts = await page.locator('.order-month li').allTextContents()
  expect(parts).toContain('Neighborhood page 1 of 2')
  expect(parts).not.toContain('Google Business Profile setup')
  await leave()
})

it('the order form fits and is accessible with the parts of a later month', async () => {
  const { customer } = await placePaidOrder(site, 'reads@example.com')
  const { page, leave } = await startVisit(site)
  await logIn(page, '/my-order', customer)
  await page.getByRole('link', { name: 'Order another month' }).click()
  await waitForHeading(page, 'This is your month 2')
  await expectFitsAndAccessible(page)
  await leave()
})
