import { beforeAll, expect, it, vi } from 'vitest'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import { removeServerFields } from '../../tests/support/remove-server-fields.ts'
import { expectFitsAndAccessible, findKeyboardFaults } from '../support/accessibility.ts'
import {
  createApiClient,
  createOwnerClientForSuite,
  type PlacedOrder,
  payInRehearsal,
  placeOrder,
  savePayeeEmail,
} from '../support/api-client.ts'
import { postToApi } from '../support/message-list-page.ts'
import { getField, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit, waitForHydration } from '../support/visitor.ts'

const WIDTHS = [320, 375, 768, 1440]

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)
let orderPaths: string[]
let messagePath: string
let historyPath: string

beforeAll(async () => {
  await savePayeeEmail(site)
  const customer = await createApiClient(site, { email: 'kim@example.com', password: 'maple lantern river' })
  // The list of orders has two pages.
  for (let nth = 1; nth <= 9; nth += 1) await placeOrder(customer)
  const paidOrder = await placeOrder(customer)
  const closedOrder = await placeOrder(customer)
  const reviewOrder = await placeOrder(customer)
  await payInRehearsal(customer, paidOrder, 'pay')
  for (const order of [closedOrder, reviewOrder]) await payInRehearsal(customer, order, 'wrongAmount')
  const fetchEvidence = ({ _id }: PlacedOrder): Promise<PaymentEvidenceReply> => owner('GET', `/payment-evidence/${_id}`)
  for (const order of [paidOrder, closedOrder, reviewOrder]) {
    const countFacts = async () => (await fetchEvidence(order)).notices.map(({ facts }) => facts.length)
    await vi.waitFor(async () => expect(await countFacts()).toEqual([1]), 60_000)
  }
  const [flag] = (await fetchEvidence(closedOrder)).flags
  await owner('PUT', `/payment-flags/${flag?._id}`, { action: 'dismissed', note: 'The rest arrived by check.' })
  orderPaths = [paidOrder, closedOrder, reviewOrder].map(({ _id }) => `/admin/payment-status/${_id}`)

  for (let nth = 1; nth <= 8; nth += 1) await postToApi(site.url, '/add-message', { name: `Sender ${nth}` })
  const longTexts = { name: `A${'very'.repeat(49)}`, subject: 'long'.repeat(50), message: 'x'.repeat(2000) }
  messagePath = `/view/${(await postToApi(site.url, '/add-message', longTexts)).record._id}`

  const [{ _id, ...banner }] = (await owner('GET', '/banner')) as [Record<string, string>]
  await owner('PUT', `/update-banner/${_id}`, {
    ...removeServerFields(banner),
    bannerHeading: 'Be found by people in your own town',
  })
  historyPath = `/history/banner/${_id}?from=1&to=2`
})

it('the order, message, user and history pages of the admin area fit four widths, are accessible and work by keyboard', async () => {
  const { page, leave } = await startVisit(site, { storageState: owner.storageState })
  const listPaths = ['/admin', '/add-user', '/total-orders', '/payments-to-check?show=all', '/going-live']
  const messagePaths = [
    '/all-messages',
    '/all-messages?size=20',
    '/all-messages?unread=2',
    '/all-messages?place=spam',
    '/all-messages?search=nothing',
    messagePath,
  ]
  for (const path of [...listPaths, ...orderPaths, ...messagePaths, historyPath]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await waitForHydration(page)
    await expectFitsAndAccessible(page, WIDTHS)
    expect([path, await findKeyboardFaults(page)]).toEqual([path, []])
  }
  await leave()
})

it('the contact form fits and is accessible with an error at every field', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/contact')
  const fields = page.getByRole('main').locator('form').getByRole('textbox')
  for (const field of await fields.all()) if (await field.isVisible()) await field.fill('x'.repeat(10_001))
  await getField(page, 'Email').fill('nonsense')
  await pressButton(page, 'Send message')
  await waitForHeading(page, 'There is a problem')
  expect(await page.locator('.field-error').count()).toBe(7)
  await expectFitsAndAccessible(page, WIDTHS)
  await leave()
})

it.each(['/subscribe', '/confirm-subscription?token=x', '/unsubscribe?token=x'])(
  '%s fits and is accessible, also with an error',
  async (path) => {
    const { page, leave } = await startVisit(site)
    await page.goto(path)
    await expectFitsAndAccessible(page, WIDTHS)
    await page.locator('main .button').click()
    await page.waitForFunction(() => document.title.startsWith('Error: '))
    await expectFitsAndAccessible(page, WIDTHS)
    await leave()
  },
)
