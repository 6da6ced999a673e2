import type { Page } from 'playwright-core'
import { afterEach, expect, it, vi } from 'vitest'
import { confirmStart } from '#tests/support/order-client.ts'
import { expectFitsAndAccessible } from '../../support/accessibility.ts'
import { createApiClient, placeOrder } from '../../support/api-client.ts'
import { pressButton, waitForHeading, waitForToast } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const PHONE = { width: 360, height: 740 }
const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

afterEach(() => void vi.useRealTimers())

type Work = { deliverables: { _id: string; share: string }[] }

async function openOutcomeForm(page: Page, { _id }: { _id: string }) {
  const form = page.locator('form', { has: page.locator(`input[name=id][value="${_id}"]`) }).filter({ hasText: 'next order' })
  if (!(await form.isVisible())) await page.locator('details', { has: form }).locator('summary').click()
  return form
}

it('the owner ends a month, and the client reads each outcome', async () => {
  const api = await createApiClient(site, { email: 'dana@example.com', password: 'maple lantern river' })
  const asOwner = await createApiClient(site, ownerCredentials)
  async function placeOrderInPast() {
    const order = await placeOrder(api, 'Basic', 'Dana Sample')
    await asOwner('PUT', `/order-paid/${order._id}`, { reason: 'By check' })
    await asOwner('PUT', `/order-start/${order._id}`, confirmStart('2026-01-05'))
    const { deliverables }: Work = await asOwner('GET', `/order-work/${order._id}`)
    return { id: order._id as string, number: order._number as number, deliverables }
  }
  const order = await placeOrderInPast()
  const [first, second] = order.deliverables as [Work['deliverables'][number], Work['deliverables'][number]]
  const owner = await startVisit(site, { viewport: PHONE, storageState: asOwner.storageState })
  const customer = await startVisit(site, { viewport: PHONE, storageState: api.storageState })

  // Without a reason, nothing is decided.
  await owner.page.goto(`/work/${order.id}`)
  await waitForHeading(owner.page, 'The month is over')
  await expectFitsAndAccessible(owner.page, [360, 768, 1440])
  await (await openOutcomeForm(owner.page, first)).getByRole('button', { name: 'Deliver it in the next order, free' }).click()
  await waitForHeading(owner.page, 'There is a problem')
  const firstForm = await openOutcomeForm(owner.page, first)
  await firstForm.getByLabel('Reason').fill('We got no access')
  await firstForm.getByRole('button', { name: 'Deliver it in the next order, free' }).click()
  await owner.page.getByText('The next order delivers it, free').filter({ visible: true }).first().waitFor()
  const secondForm = await openOutcomeForm(owner.page, second)
  await secondForm.getByLabel('Reason').fill('The vendor refused')
  await secondForm.getByRole('button', { name: `Refund $${second.share}` }).click()
  await owner.page.getByText(`Refunded: $${second.share}`).first().waitFor()

  await customer.page.goto(`/my-order/${order.id}`)
  await customer.page.getByText('We got no access · The next order delivers it, free').first().waitFor()
  await customer.page.getByText(`The vendor refused · Refunded: $${second.share}`).first().waitFor()
  await expectFitsAndAccessible(customer.page, [360, 768, 1440])

  // The next order begins with the carried part.
  const next = await placeOrderInPast()
  await customer.page.goto(`/my-order/${next.id}`)
  await customer.page.getByText(`Carried over from order ${order.number}, free`).first().waitFor()
  await customer.page.goto(`/my-order/${order.id}/deliverable/${first._id}`)
  await customer.page.getByText(`Order ${next.number} delivers it, free`).first().waitFor()

  // A share that is the whole price ends the order, and one press cancels the rest.
  const [, paid, ...free] = next.deliverables
  for (const { _id } of free) await asOwner('PUT', `/deliverable/${_id}`, { weight: 0 })
  await owner.page.goto(`/work/${next.id}`)
  const wholeForm = await openOutcomeForm(owner.page, paid as typeof first)
  await wholeForm.getByLabel('Reason').fill('We could not start')
  await wholeForm.getByRole('button', { name: /^Refund/ }).click()
  await waitForHeading(owner.page, 'The payment was returned in full')
  await expectFitsAndAccessible(owner.page, [360, 768, 1440])
  await pressButton(owner.page, `Cancel the open ${free.length + 1} parts`)
  await expect.poll(() => owner.page.getByRole('heading', { name: 'The payment was returned in full' }).count()).toBe(0)
  await customer.page.goto(`/my-order/${next.id}/deliverable/${free.at(-1)?._id}`)
  await customer.page.getByText('The payment for this order was returned in full.').first().waitFor()
  await owner.leave()
  await customer.leave()
})

it('the owner carries a part over with the password after an old log-in', async () => {
  const api = await createApiClient(site, { email: 'lee@example.com', password: 'maple lantern river' })
  const asOwner = await createApiClient(site, ownerCredentials)
  const order = await placeOrder(api, 'Basic', 'Lee Sample')
  await asOwner('PUT', `/order-paid/${order._id}`, { reason: 'By check' })
  await asOwner('PUT', `/order-start/${order._id}`, confirmStart('2026-01-05'))
  const { deliverables }: Work = await asOwner('GET', `/order-work/${order._id}`)
  const { page, leave } = await startVisit(site, { storageState: asOwner.storageState })
  await page.goto(`/work/${order._id}`)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
  const form = await openOutcomeForm(page, deliverables[0] as Work['deliverables'][number])
  await form.getByLabel('Reason').fill('We got no access')
  await form.getByRole('button', { name: 'Deliver it in the next order, free' }).click()
  await form.getByLabel('Your password').fill(ownerCredentials.password)
  await form.getByRole('button', { name: 'Deliver it in the next order, free' }).click()
  await waitForToast(page, 'The next order delivers it, free')
  await leave()
})
