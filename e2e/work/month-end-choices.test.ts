import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { confirmStart } from '#tests/support/order-client.ts'
import { expectFitsAndAccessible } from '../support/accessibility.ts'
import { createApiClient, placePaidOrder } from '../support/api-client.ts'
import { getField, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const PHONE = { width: 360, height: 740 }
const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

type Work = { deliverables: { _id: string; title: string; share: string }[] }

/** The page has no script, so the accessibility check can't run in it. */
async function expectFitsWithoutScript(page: Page): Promise<void> {
  const box = await page.locator('#main').boundingBox()
  expect(box?.width).toBeLessThanOrEqual(PHONE.width)
}

it('a client has one missed part finished and one refunded without script, then stops the order', async () => {
  const { api, order } = await placePaidOrder(site, 'kim@example.com')
  const asOwner = await createApiClient(site, ownerCredentials)
  await asOwner('PUT', `/order-start/${order._id}`, confirmStart('2026-01-05'))
  const { deliverables }: Work = await asOwner('GET', `/order-work/${order._id}`)
  const [first, second, ...others] = deliverables as [Work['deliverables'][0], Work['deliverables'][0]]
  for (const { _id } of others as Work['deliverables'])
    await asOwner('PUT', `/deliverable/${_id}`, { state: 'canceled', reason: 'Not wanted' })
  const customer = await startVisit(site, { javaScriptEnabled: false, viewport: PHONE, storageState: api.storageState })
  const owner = await startVisit(site, { viewport: PHONE, storageState: asOwner.storageState })

  await customer.page.goto(`/my-order/${order._id}`)
  await waitForHeading(customer.page, `${first.title}: please choose`)
  await expectFitsWithoutScript(customer.page)
  await pressButton(customer.page, `Finish it now, at no charge : ${first.title}`)
  await waitForHeading(customer.page, `${first.title}: your choice`)
  await pressButton(customer.page, `Refund its share ($${second.share}) : ${second.title}`)
  await waitForHeading(customer.page, `${second.title}: your choice`)

  await owner.page.goto(`/work/${order._id}`)
  await waitForHeading(owner.page, 'The month is over')
  await expectFitsAndAccessible(owner.page, [360, 768, 1440])
  await pressButton(owner.page, `Refund $${second.share} : ${second.title}`)
  await owner.page.getByText(`Refunded: $${second.share}`).first().waitFor()
  await getField(owner.page, 'New date').fill('2099-01-01')
  await pressButton(owner.page, `Set the date : ${first.title}`)
  await owner.page.getByText('It has a new date.').waitFor()

  await customer.page.goto(`/my-order/${order._id}`)
  await customer.page.getByText(`As you chose. · Refunded: $${second.share}`).waitFor()
  await customer.page.locator('summary').getByText('Ask us to stop').click()
  await getField(customer.page, 'Why do you want to stop?').fill('We close the office')
  await pressButton(customer.page, 'Ask us to stop')
  await customer.page.getByText('The work is paused, and we write to you.').waitFor()
  await owner.page.goto(`/work/${order._id}`)
  await waitForHeading(owner.page, 'The client asks to stop')
  await expectFitsAndAccessible(owner.page, [360, 768, 1440])
  await owner.page.getByRole('button', { name: /^Stop and refund/ }).click()
  await owner.page.getByRole('heading', { name: 'The client asks to stop' }).waitFor({ state: 'detached' })
  await customer.page.goto(`/my-order/${order._id}`)
  await customer.page.getByText('Nothing due').waitFor()
  await customer.leave()
  await owner.leave()
})
