import { beforeAll, expect, it } from 'vitest'
import { startMailServer } from '../../tests/support/mail-server.ts'
import { openSiteDatabase } from '../../tests/support/site-database.ts'
import { startForSuite } from '../../tests/support/start-for-suite.ts'
import { createTestFolder } from '../../tests/support/test-folder.ts'
import { createApiClient, savePayeeEmail, submitOrderForm } from '../support/api-client.ts'
import { getField, logIn, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const PHONE = { width: 360, height: 740 }
const client = { email: 'stranger@example.org', password: 'maple lantern river' }
const mailServer = startForSuite(startMailServer)
const settings = { ...ownerSettings, SEED: 'demo', DATA_DIR: createTestFolder() }
const site = startForSuite(() => startSite({ ...settings, SMTP_URL: mailServer.url }))
const stored = startForSuite(() => openSiteDatabase(settings))
beforeAll(() => savePayeeEmail(site))

const listSubjects = (email: string) =>
  mailServer.received.filter(({ recipients }) => recipients.includes(email)).map(({ subject }) => subject ?? '')

it('a stranger orders, pays, answers on a phone without script, and reads five deliveries, one of them a second draft', async () => {
  const customer = await startVisit(site, { javaScriptEnabled: false, viewport: PHONE })
  const { page } = customer
  await page.goto('/pricing/')
  await page.locator('#standard').getByRole('link', { name: 'Order Standard' }).click()
  const createAccount = page.getByRole('region', { name: 'Create account' })
  await createAccount.getByLabel('Email').fill(client.email)
  await createAccount.getByLabel('Password').fill(client.password)
  await pressButton(page, 'Create account')
  await waitForHeading(page, 'Order Standard')
  await submitOrderForm(page)
  await page.getByRole('link', { name: 'Pay Now' }).first().click()
  await pressButton(page, 'Pay $999.00')
  await pressButton(page, 'Pay')
  await expect.poll(() => listSubjects(client.email).filter((subject) => subject.startsWith('Receipt'))).toHaveLength(1)

  // The first visit answers one question and leaves.
  await page.goto('/my-order')
  await page
    .getByRole('link', { name: /^(Open order )?\d{4}$/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Answer the questions' }).click()
  const orderId = /my-order\/([^/]+)/.exec(page.url())?.[1] ?? ''
  const controls = () => page.locator('.work-form .control')
  await controls().first().fill('Sample Realty, 100 Example Street')
  await pressButton(page, 'Save')
  await page.getByText('Answers saved.').waitFor()
  await customer.leave()

  // The second visit answers the rest.
  const second = await startVisit(site, { javaScriptEnabled: false, viewport: PHONE })
  await logIn(second.page, `/my-order/${orderId}/brief`, client)
  for (const control of await second.page.locator('.work-form .control').all()) {
    if ((await control.inputValue()) !== '') continue
    if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT') await control.selectOption({ index: 1 })
    else await control.fill('https://example.com')
  }
  await pressButton(second.page, 'Send my answers')
  await second.page.getByText('Thank you. We have your answers.').waitFor()

  // The team starts the month, delivers four parts that need no approval, and sends a draft.
  const owner = await startVisit(site)
  await logIn(owner.page, `/work/${orderId}`, ownerCredentials)
  await pressButton(owner.page, 'Start the month')
  await owner.page.getByRole('heading', { name: /^Month 1 started on/ }).waitFor()
  const asOwner = await createApiClient(site)
  const { deliverables }: { deliverables: { _id: string; title: string; needsApproval: boolean }[] } = await asOwner(
    'GET',
    `/order-work/${orderId}`,
  )
  const plain = deliverables.filter(({ needsApproval }) => !needsApproval).slice(0, 4)
  for (const { _id } of plain)
    await asOwner('PUT', `/deliverable/${_id}`, { state: 'delivered', proofUrl: 'https://example.com/proof' })
  const delivered = plain.map(({ title }) => title)
  const draft = deliverables.find(({ needsApproval }) => needsApproval)
  const draftTitle = draft?.title ?? ''
  const firstText = 'We sell homes in Example Park.'
  await asOwner('PUT', `/deliverable/${draft?._id}`, { state: 'waiting for approval', proofNote: firstText })

  // The client asks for a second draft and approves it.
  const openDraft = async (text: string) => {
    await second.page.goto(`/my-order/${orderId}`)
    await second.page.getByRole('link', { name: 'Read the draft' }).click()
    await second.page.getByText(text, { exact: true }).waitFor()
  }
  await openDraft(firstText)
  await getField(second.page, 'What should we change?').fill('Please name Example Hills, too.')
  await pressButton(second.page, 'Ask for changes')
  const secondText = 'We sell homes in Example Park and Example Hills.'
  await owner.page.goto(`/work/${orderId}`)
  await owner.page.getByRole('table').getByRole('link', { name: draftTitle, exact: true }).click()
  await waitForHeading(owner.page, draftTitle)
  const form = owner.page.locator('form', { has: owner.page.locator('[name=state][value="waiting for approval"]') })
  const summary = owner.page.locator('summary').getByText(/^Send (a new )?draft$/)
  if ((await summary.count()) > 0) await summary.click()
  await form.getByLabel('Text', { exact: true }).fill(secondText)
  await form.getByRole('button', { name: /^Send (a new )?draft$/ }).click()
  await owner.page.getByText(secondText, { exact: true }).waitFor()
  await openDraft(secondText)
  await pressButton(second.page, 'Approve')
  await second.page.getByText('Thank you. You approved the draft.').waitFor()
  await owner.page.reload()
  await getField(owner.page, 'Text').first().fill('It is live.')
  await pressButton(owner.page, 'Deliver')
  await owner.page.getByRole('heading', { name: 'Proof' }).waitFor()
  await owner.leave()

  // The client reads all of it.
  await second.page.goto(`/my-order/${orderId}`)
  await second.page.getByText(`5 of ${deliverables.length} delivered`).waitFor()
  for (const title of [...delivered, draftTitle]) {
    await second.page.goto(`/my-order/${orderId}`)
    await second.page.getByRole('link', { name: title, exact: true }).first().click()
    await second.page.getByText(title === draftTitle ? 'It is live.' : 'https://example.com/proof', { exact: true }).waitFor()
  }
  await second.leave()

  // Ends the ten minutes in which deliveries gather for one email.
  await stored.main.updateTable('email_outbox').set({ due_at: 0 }).where('subject', 'like', '%parts delivered%').execute()
  const expectedSubjects = [
    ...['Draft 1', 'Draft 2'].map((draft) => `${draft} is ready: ${draftTitle}`),
    `${delivered.length + 1} parts delivered: ${delivered[0]}, ${delivered[1]}, and ${delivered.length - 1} more`,
  ]
  const listWorkSubjects = () =>
    listSubjects(client.email).filter((subject) => /^(Draft|\d+ parts delivered|Receipt|Order \d+: your month)/.test(subject))
  await expect.poll(() => listWorkSubjects().length).toBe(expectedSubjects.length + 2)
  expect(listWorkSubjects()).toEqual(expect.arrayContaining(expectedSubjects))
  // The team acted on each answer to a draft before its email went out: none waits for its 10 minutes.
  await expect
    .poll(() => listSubjects(ownerCredentials.email).filter((subject) => subject.includes('answers are here')))
    .toHaveLength(1)
  const emails = await stored.main.selectFrom('email_outbox').select('subject').execute()
  expect(emails.filter(({ subject }) => /draft approved|changes requested/.test(subject))).toEqual([])
})
