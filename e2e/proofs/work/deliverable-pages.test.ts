import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { confirmStart } from '#tests/support/order-client.ts'
import { expectFitsAndAccessible, findKeyboardFaults } from '../../support/accessibility.ts'
import { placePaidOrder } from '../../support/api-client.ts'
import { waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const WIDTHS = [360, 768, 1440]
const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

type Work = { deliverables: { _id: string; title: string; needsApproval: boolean; _version: number }[] }

it('the work pages of an order fit three widths and are accessible, and the customer’s work by keyboard', async () => {
  const { api, asOwner, order } = await placePaidOrder(site, 'kim@example.com')
  const owner = await startVisit(site, { storageState: asOwner.storageState })
  await owner.page.goto(`/work/${order._id}`)
  await waitForHeading(owner.page, 'Start month 1')
  await expectFitsAndAccessible(owner.page, WIDTHS)

  await asOwner('PUT', `/order-start/${order._id}`, confirmStart('2026-01-05'))
  const { deliverables }: Work = await api('GET', `/order-work/${order._id}`)
  const plainDeliverable = deliverables.find(({ needsApproval }) => !needsApproval)
  const deliverableToApprove = deliverables.find(({ needsApproval }) => needsApproval)
  const sendDraft = (proofNote: string) =>
    asOwner('PUT', `/deliverable/${deliverableToApprove?._id}`, { state: 'waiting for approval', proofNote })
  for (const one of [plainDeliverable, deliverableToApprove])
    await asOwner('PUT', `/deliverable/${one?._id}`, { state: 'in progress' })
  await asOwner('PUT', `/deliverable/${plainDeliverable?._id}`, { state: 'delivered', proofUrl: 'https://example.com/proof' })
  await sendDraft('First draft')
  const { deliverables: withDraft }: Work = await api('GET', `/order-work/${order._id}`)
  const _version = withDraft.find(({ needsApproval }) => needsApproval)?._version
  const answer = { answer: 'changes', comment: 'The phone number', _version }
  await api('PUT', `/deliverable-approval/${deliverableToApprove?._id}`, answer)
  await sendDraft('Second draft')
  await owner.page.goto(`/work/${order._id}/deliverable/${plainDeliverable?._id}`)
  await owner.page.getByRole('heading', { name: 'Proof' }).waitFor()
  await expectFitsAndAccessible(owner.page, WIDTHS)
  await owner.leave()

  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  const orderPath = `/my-order/${order._id}`
  await page.goto(orderPath)
  await page.getByRole('link', { name: 'Read the draft' }).press('Enter')
  const approve = page.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  await expectUsable(page)
  // The status line that the script adds after the form keeps the space before the history.
  const [button, history] = await Promise.all([approve.boundingBox(), page.locator('#history').boundingBox()])
  expect((history?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeGreaterThan(24)

  for (const path of [orderPath, `${orderPath}/brief`]) {
    await page.goto(path)
    await expectUsable(page)
  }
  await page.goto(orderPath)
  await page
    .getByRole('link', { name: plainDeliverable?.title ?? '', exact: true })
    .first()
    .click()
  await page.getByRole('link', { name: 'https://example.com/proof' }).waitFor()
  await expectUsable(page)
  await leave()
})

async function expectUsable(page: Page): Promise<void> {
  expect([page.url(), await findKeyboardFaults(page)]).toEqual([page.url(), []])
  await expectFitsAndAccessible(page, WIDTHS)
}
