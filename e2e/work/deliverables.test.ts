import { expect, it } from 'vitest'
import { placePaidOrder } from '../support/api-client.ts'
import { getField, logIn, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const PHONE = { width: 360, height: 740 }
const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

type Work = { deliverables: { _id: string; title: string; needsApproval: boolean; state: string }[] }

// e2e/proofs/work/deliverable-pages.test.ts checks the layout and accessibility of these pages.
it('the team delivers one part, and another after changes and a second draft; the client answers without script', async () => {
  const { customer: client, api, order } = await placePaidOrder(site, 'kim@example.com')
  const { deliverables }: Work = await api('GET', `/order-work/${order._id}`)
  const plain = deliverables.find(({ needsApproval }) => !needsApproval)?.title ?? ''
  const draft = deliverables.find(({ needsApproval }) => needsApproval)?.title ?? ''
  const owner = await startVisit(site)
  const customer = await startVisit(site, { javaScriptEnabled: false, viewport: PHONE })
  await logIn(customer.page, `/my-order/${order._id}`, client)
  await customer.page.getByText(`0 of ${deliverables.length} delivered`).waitFor()

  // The team starts the month, and delivers a part that needs no approval.
  await logIn(owner.page, `/admin/payment-status/${order._id}`, ownerCredentials)
  await owner.page.getByRole('main').getByRole('link', { name: 'Work', exact: true }).click()
  await waitForHeading(owner.page, 'Start month 1')
  await pressButton(owner.page, 'Start the month')
  await owner.page.getByRole('heading', { name: /^Month 1 started on/ }).waitFor()
  await pressButton(owner.page, `Start : ${plain}`)
  await owner.page.locator('summary', { hasText: `Deliver: ${plain}` }).click()
  await pressButton(owner.page, 'Deliver')
  await waitForHeading(owner.page, 'There is a problem')
  await getField(owner.page, 'Link').fill('https://example.com/proof')
  await pressButton(owner.page, 'Deliver')
  await owner.page.getByRole('link', { name: `Open : ${plain}` }).waitFor()

  const sendDraft = async (draftNumber: number, text: string) => {
    await owner.page.goto(`/work/${order._id}`)
    await owner.page.getByRole('table').getByRole('link', { name: draft, exact: true }).click()
    await waitForHeading(owner.page, draft)
    const summary = owner.page.locator('summary').getByText(/^Send (a new )?draft$/)
    if ((await summary.count()) > 0) await summary.click()
    const form = owner.page.locator('form', { has: owner.page.locator('[name=state][value="waiting for approval"]') })
    await form.getByLabel('Text', { exact: true }).fill(text)
    await form.getByRole('button', { name: /^Send (a new )?draft$/ }).click()
    await waitForHeading(owner.page, `Draft ${draftNumber}`)
    await owner.page.getByText(text, { exact: true }).waitFor()
  }
  await sendDraft(1, 'First draft')

  // The client asks for changes, and approves the second draft.
  await customer.page.reload()
  await waitForHeading(customer.page, `${draft}: draft 1`)
  await customer.page.getByRole('link', { name: 'Read the draft' }).click()
  await customer.page.getByText('First draft', { exact: true }).waitFor()
  await pressButton(customer.page, 'Ask for changes')
  await waitForHeading(customer.page, 'There is a problem')
  await getField(customer.page, 'What should we change?').fill('The phone number')
  await pressButton(customer.page, 'Ask for changes')
  await customer.page.getByText('Thank you. We’ll work on your changes.').waitFor()
  await sendDraft(2, 'Second draft')
  await owner.page.getByText('The phone number', { exact: true }).waitFor()
  await customer.page.goto(`/my-order/${order._id}`)
  await waitForHeading(customer.page, `${draft}: draft 2`)
  await customer.page.getByRole('link', { name: 'Read the draft' }).click()
  await pressButton(customer.page, 'Approve')
  await customer.page.getByText('Thank you. You approved the draft.').waitFor()

  await owner.page.reload()
  await getField(owner.page, 'Text').first().fill('It is live')
  await pressButton(owner.page, 'Deliver')
  await owner.page.getByRole('heading', { name: 'Proof' }).waitFor()
  await customer.page.reload()
  await customer.page.getByText(`2 of ${deliverables.length} delivered`).waitFor()
  await owner.leave()
  await customer.leave()

  const withScript = await startVisit(site, { storageState: api.storageState })
  await withScript.page.goto(`/my-order/${order._id}`)
  await withScript.page.getByRole('link', { name: plain, exact: true }).first().click()
  await withScript.page.getByRole('link', { name: 'https://example.com/proof' }).waitFor()
  expect(await withScript.page.getByText('owner@example.com').count()).toBe(0)
  await withScript.leave()
})
