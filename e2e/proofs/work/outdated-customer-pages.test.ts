import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectFitsAndAccessible } from '../../support/accessibility.ts'
import { type ApiClient, placePaidOrder } from '../../support/api-client.ts'
import { getField, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

type Work = { deliverables: { _id: string; needsApproval: boolean }[] }
type Brief = { questions: { id: string; question: string; type: string; choices: string[] }[] }

it('a draft that changed while the page was open is approved at the second press', async () => {
  const { api, asOwner, order } = await placePaidOrder(site, 'draft@example.com')
  const { deliverables }: Work = await api('GET', `/order-work/${order._id}`)
  const draft = deliverables.find(({ needsApproval }) => needsApproval)
  const sendDraft = (proofNote: string) =>
    asOwner('PUT', `/deliverable/${draft?._id}`, { state: 'waiting for approval', proofNote })
  await sendDraft('First draft')
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto(`/my-order/${order._id}/deliverable/${draft?._id}`)

  // A comment is missing. The form stays based on the first draft, so the second one still needs a look.
  await pressButton(page, 'Ask for changes')
  await page.locator('.field-error').getByText('Say what to change.').waitFor()
  await sendDraft('Second draft')
  await getField(page, 'What should we change?').fill('The phone number')
  await pressButton(page, 'Ask for changes')
  await page.getByText('This deliverable changed since you opened it. Look at it again.').waitFor()
  await page.getByText('Second draft').waitFor()
  expect(await getField(page, 'What should we change?').inputValue()).toBe('The phone number')
  await getField(page, 'What should we change?').fill('')
  await pressButton(page, 'Approve')
  await page.waitForURL(`**/my-order/${order._id}`)
  await page.getByText('Thank you. You approved the draft.').waitFor()
  await leave()
})

/** Fills in what `sendAnswers` sends. */
async function fillAll(page: Page): Promise<void> {
  for (const control of await page.locator('.work-form .control').all()) {
    const isSelect = (await control.evaluate(({ tagName }) => tagName)) === 'SELECT'
    await (isSelect ? control.selectOption({ index: 1 }) : control.fill('https://example.com'))
  }
}

/** Sends every answer, as another window does. */
async function sendAnswers(api: ApiClient, id: string): Promise<void> {
  const { questions }: Brief = await api('GET', `/order-brief/${id}`)
  const answers = Object.fromEntries(
    questions.map((one) => [one.id, one.choices[0] ?? (one.type === 'yes or no' ? 'Yes' : 'https://example.com')]),
  )
  await api('PUT', `/order-brief/${id}`, { answers, send: true })
}

it('answers typed after they were sent elsewhere are shown as not saved', async () => {
  const { api, order } = await placePaidOrder(site, 'brief@example.com')
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto(`/my-order/${order._id}/brief`)
  const [first = '', second = ''] = await page.locator('.work-form label').allTextContents()
  await sendAnswers(api, order._id)
  await fillAll(page)
  await getField(page, first).fill('Typed too late')
  await pressButton(page, 'Save')
  await page.getByText('You sent these answers. Ask us to reopen them if something changed.').waitFor()
  await waitForHeading(page, 'Not saved')
  const unsaved = page.locator('.answers').first()
  expect([await unsaved.getByText('Typed too late').count(), await unsaved.getByText(second).count()]).toEqual([1, 0])
  await expectFitsAndAccessible(page, [360, 1440])
  await page.locator('.answers').nth(1).getByText('https://example.com').first().waitFor()
  await leave()
})

it('a repeated send of the same answers raises no alarm', async () => {
  const { api, order } = await placePaidOrder(site, 'repeat@example.com')
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto(`/my-order/${order._id}/brief`)
  await sendAnswers(api, order._id)
  await fillAll(page)
  await pressButton(page, 'Send my answers')
  await page.getByText(/^You sent these answers on/).waitFor()
  expect(await page.getByRole('heading', { name: /There is a problem|Not saved/ }).count()).toBe(0)
  await leave()
})
