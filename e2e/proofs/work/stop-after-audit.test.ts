import { expect, it } from 'vitest'
import { expectFitsAndAccessible } from '../../support/accessibility.ts'
import { createApiClient, placePaidOrder } from '../../support/api-client.ts'
import { getField, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const PHONE = { width: 360, height: 740 }
/** The story goes on at the last one. */
const TEAM_WIDTHS = [1440, 768, 360]
const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

type Work = { deliverables: { _id: string; title: string; share: string }[] }

it('on phones, the team starts a month and delivers the audit; the client stops without script and gets back the rest', async () => {
  const { api, order } = await placePaidOrder(site, 'kim@example.com', 'Basic')
  const asOwner = await createApiClient(site, ownerCredentials)
  const customer = await startVisit(site, { javaScriptEnabled: false, viewport: PHONE, storageState: api.storageState })
  const owner = await startVisit(site, { viewport: PHONE, storageState: asOwner.storageState })

  await owner.page.goto('/work?group=no+start+date')
  await expectFitsAndAccessible(owner.page, TEAM_WIDTHS)
  await owner.page.getByRole('link', { name: `Open order ${order._number}` }).click()
  await waitForHeading(owner.page, 'Start month 1')
  await owner.page.getByText('You can start anyway.').waitFor()
  await pressButton(owner.page, 'Confirm : Your website')
  await owner.page.getByRole('button', { name: 'Not confirmed after all : Your website' }).waitFor()
  await pressButton(owner.page, 'Start the month')
  await owner.page.getByRole('heading', { name: /^Month 1 started on/ }).waitFor()
  await expectFitsAndAccessible(owner.page, TEAM_WIDTHS)

  const { deliverables }: Work = await asOwner('GET', `/order-work/${order._id}`)
  const [audit, ...rest] = deliverables
  await asOwner('PUT', `/deliverable/${audit?._id}`, { needsApproval: false })
  await owner.page.reload()
  await pressButton(owner.page, `Start : ${audit?.title}`)
  await owner.page.locator('summary', { hasText: `Deliver: ${audit?.title}` }).click()
  await getField(owner.page, 'Text').first().fill('Twelve pages are not indexed.')
  await pressButton(owner.page, 'Deliver')
  await owner.page.getByRole('link', { name: `Open : ${audit?.title}` }).waitFor()

  await customer.page.goto(`/my-order/${order._id}`)
  await customer.page.locator('summary').getByText('Ask us to stop').click()
  const refund = (rest.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0) / 100).toFixed(2)
  await customer.page.getByText(`You get back the shares of what isn’t delivered: $${refund}.`).waitFor()
  // Without a reason, the summary leads to the field.
  await pressButton(customer.page, 'Ask us to stop')
  await customer.page.getByRole('link', { name: 'Your reason is required.' }).click()
  await getField(customer.page, 'Why do you want to stop?').fill('We close the office')
  await pressButton(customer.page, 'Ask us to stop')
  await customer.page.getByText('You asked us to stop. The work is paused, and we write to you.').waitFor()
  expect(await customer.page.getByText('Waiting for you').count()).toBe(0)
  expect((await customer.page.locator('#main').boundingBox())?.width).toBeLessThanOrEqual(PHONE.width)

  await owner.page.goto('/work?group=stop+requested')
  await owner.page.getByRole('link', { name: `Answer order ${order._number}` }).click()
  await waitForHeading(owner.page, 'The client asks to stop')
  await expectFitsAndAccessible(owner.page, TEAM_WIDTHS)
  await pressButton(owner.page, `Stop and refund $${refund}`)
  await owner.page.getByRole('heading', { name: 'The client asks to stop' }).waitFor({ state: 'detached' })

  await customer.page.goto(`/my-order/${order._id}`)
  await customer.page.getByText(`1 of ${deliverables.length} delivered, $${refund} refunded`).waitFor()
  for (const { share } of rest) await customer.page.getByText(`Refunded: $${share}`).first().waitFor()
  await customer.page.getByText('You asked us to stop, and we did.').waitFor()
  await customer.leave()
  await owner.leave()
})
