import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectFitsAndAccessible } from '../support/accessibility.ts'
import { createOwnerClientForSuite, placePaidOrder } from '../support/api-client.ts'
import { getField, logIn, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const PHONE = { width: 360, height: 740 }
const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })
const owner = createOwnerClientForSuite(site)

it('a customer answers the questions in two visits on a phone, without script', async () => {
  const { customer, order } = await placePaidOrder(site, 'visits@example.com')
  const first = await startVisit(site, { javaScriptEnabled: false, viewport: PHONE })
  await logIn(first.page, `/my-order/${order._id}`, customer)
  await waitForHeading(first.page, 'Tell us about your business')
  await first.page.getByRole('link', { name: 'Answer the questions' }).click()
  await waitForHeading(first.page, 'Your answers')
  const labels = await listLabels(first.page)
  expect(labels).toHaveLength(8)
  await getField(first.page, labels[0] ?? '').fill('Sample Realty, 100 Example Street')
  await pressButton(first.page, 'Save')
  await first.page.getByText('Answers saved.').waitFor()
  await first.leave()

  const second = await startVisit(site, { javaScriptEnabled: false, viewport: PHONE })
  await logIn(second.page, `/my-order/${order._id}/brief`, customer)
  expect(await getField(second.page, labels[0] ?? '').inputValue()).toBe('Sample Realty, 100 Example Street')
  await pressButton(second.page, 'Send my answers')
  await waitForHeading(second.page, 'There is a problem')
  expect(await getField(second.page, labels[0] ?? '').inputValue()).toBe('Sample Realty, 100 Example Street')
  await fillAll(second.page)
  await pressButton(second.page, 'Send my answers')
  await second.page.waitForURL(`**/my-order/${order._id}`)
  await second.page.getByText('Thank you. We have your answers.').waitFor()
  expect(await second.page.getByRole('heading', { name: 'Tell us about your business' }).count()).toBe(0)
  await second.page.getByRole('link', { name: 'Your answers' }).click()
  await second.page.getByText('Sample Realty, 100 Example Street').waitFor()

  // Access goes from not yet to invited, without script, too.
  await second.page.goto(`/my-order/${order._id}`)
  await waitForHeading(second.page, 'Please give us access')
  await second.page.getByRole('button', { name: /I sent the invitation.*Your website/ }).click()
  await second.page.getByText('You invited us. We’re checking.').waitFor()
  await second.page.getByText('Not yet: Google Search Console, Google Business Profile, Google Analytics').waitFor()
  await second.leave()
})

it('the form fits and is accessible with errors and after it is sent, and a choice clears the error of its drop-down', async () => {
  const choice = { question: 'How do your listings reach the site?', answerType: 'choice', answerChoices: 'By feed\nBy hand' }
  await owner('POST', '/add-brief-question', { ...choice, questionHelp: '', accessLink: '', answerRequired: 'Yes' })
  const { customer, order } = await placePaidOrder(site, 'chooses@example.com')
  const { page, leave } = await startVisit(site)
  await logIn(page, `/my-order/${order._id}/brief`, customer)
  await pressButton(page, 'Send my answers')
  await waitForHeading(page, 'There is a problem')
  await expectFitsAndAccessible(page, [360, 1440])
  const select = page.locator('.field-invalid select').first()
  expect(await select.getAttribute('aria-invalid')).toBe('true')
  await select.selectOption({ index: 1 })
  expect(await select.getAttribute('aria-invalid')).toBe(null)
  expect(await page.locator(`.problem-summary a[href="#${await select.getAttribute('id')}"]`).isVisible()).toBe(false)
  await fillAll(page)
  await pressButton(page, 'Send my answers')
  await page.getByText('Thank you. We have your answers.').waitFor()
  await page.getByRole('link', { name: 'Your answers' }).click()
  await page.getByText('https://example.com').first().waitFor()
  await expectFitsAndAccessible(page, [360, 1440])
  await page.goto(`/my-order/${order._id}`)
  await waitForHeading(page, 'Access')
  await expectFitsAndAccessible(page, [360, 768, 1440])
  await leave()
})

it('a second tab shows the other answers at their fields, and the next save keeps what was chosen', async () => {
  const { customer, order } = await placePaidOrder(site, 'tabs@example.com')
  const { page, leave } = await startVisit(site)
  await logIn(page, `/my-order/${order._id}/brief`, customer)
  const otherTab = await page.context().newPage()
  await otherTab.goto(`/my-order/${order._id}/brief`)
  const [first = ''] = await listLabels(page)
  await getField(page, first).fill('From this tab')
  await pressButton(page, 'Save')
  await page.getByText('Answers saved.').waitFor()
  await getField(otherTab, first).fill('From the other tab')
  await pressButton(otherTab, 'Save')
  await otherTab.getByText('Saved in another tab: “From this tab”').first().waitFor()
  expect(await getField(otherTab, first).inputValue()).toBe('From the other tab')
  await pressButton(otherTab, 'Save')
  await otherTab.getByText('Answers saved.').waitFor()
  await page.reload()
  expect(await getField(page, first).inputValue()).toBe('From the other tab')
  await leave()
})

function listLabels(page: Page): Promise<string[]> {
  return page.locator('.work-form label').allTextContents()
}

async function fillAll(page: Page): Promise<void> {
  for (const control of await page.locator('.work-form .control').all()) {
    if ((await control.inputValue()) !== '') continue
    if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT') await control.selectOption({ index: 1 })
    else await control.fill('https://example.com')
  }
}
