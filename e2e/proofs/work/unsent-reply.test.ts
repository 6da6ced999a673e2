import { expect, it } from 'vitest'
import type { OrderWork } from '#contract/work/order-work.ts'
import { PDF_FILE } from '#tests/support/order-files.ts'
import { createApiClient, createOwnerClientForSuite, placeOrder } from '../../support/api-client.ts'
import { getField, logIn, pressButton } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const SIGN = { name: 'sign.pdf', mimeType: 'application/pdf', buffer: PDF_FILE }
const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)

it('a reply that an admin types stays until it is sent', async () => {
  const api = await createApiClient(site, { email: 'lee@example.com', password: 'maple lantern river' })
  const order = await placeOrder(api, 'Standard', 'Lee Sample')
  await owner('PUT', `/order-paid/${order._id}`, { reason: 'In cash' })
  for (let nth = 1; nth <= 21; nth++) await api('POST', `/order-message/${order._id}`, { text: `Message number ${nth}.` })
  const { page, leave } = await startVisit(site)
  await logIn(page, `/admin/payment-status/${order._id}`, ownerCredentials)
  const reply = getField(page, 'Your message')
  await reply.fill('Half a reply')
  await page.getByRole('link', { name: 'Previous' }).click()
  await page.getByText('Message number 1.', { exact: true }).waitFor()
  expect(await reply.inputValue()).toBe('Half a reply')
  await pressButton(page, 'Mark as read')
  await api('POST', `/order-message/${order._id}`, { text: 'One more.' })
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('One more.').waitFor()
  expect(await reply.inputValue()).toBe('Half a reply')

  // A refused message keeps the uploaded file, too.
  await reply.fill('long '.repeat(2_001))
  await getField(page, 'Files (optional)').setInputFiles(SIGN)
  await pressButton(page, 'Send to customer')
  await page.getByText('Attached: sign.pdf').waitFor()
  await reply.fill('A whole reply')
  await pressButton(page, 'Send to customer')
  await page
    .locator('.message-own')
    .filter({ hasText: 'A whole reply' })
    .getByRole('link', { name: /sign\.pdf/ })
    .waitFor()
  await expect.poll(() => reply.inputValue()).toBe('')
  expect(await page.getByText('Attached:').count()).toBe(0)

  // Too many files: none is uploaded, and the text stays.
  await reply.fill('Eleven files')
  const files = Array.from({ length: 11 }, (_, nth) => ({
    name: `${nth}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`${nth}`),
  }))
  await getField(page, 'Files (optional)').setInputFiles(files)
  await pressButton(page, 'Send to customer')
  await page.getByText('You can send at most 10 files at a time.').first().waitFor()
  expect([await reply.inputValue(), await page.getByText('Attached:').count()]).toEqual(['Eleven files', 0])

  // A refused message's file can be removed.
  await reply.fill('long '.repeat(2_001))
  await getField(page, 'Files (optional)').setInputFiles(files.slice(0, 2))
  await pressButton(page, 'Send to customer')
  expect(await getField(page, 'Add more files').evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
  await pressButton(page, 'Remove 0.txt')
  await page.getByText('Attached: 1.txt').waitFor()
  expect(await reply.inputValue()).toContain('long long')
  await leave()
})

it('a comment on a draft is no longer in the browser once it is sent (P-332)', async () => {
  const api = await createApiClient(site, { email: 'kim@example.com', password: 'maple lantern river' })
  const order = await placeOrder(api, 'Standard', 'Kim Sample')
  await owner('PUT', `/order-paid/${order._id}`, { reason: 'In cash' })
  const { deliverables } = (await owner('GET', `/order-work/${order._id}`)) as unknown as OrderWork
  const { _id } = deliverables.find(({ needsApproval }) => needsApproval) ?? expect.fail('The package has no draft.')
  await owner('PUT', `/deliverable/${_id}`, { state: 'waiting for approval', proofNote: 'A draft' })
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto(`/my-order/${order._id}/deliverable/${_id}`)
  await page.getByRole('textbox').fill('A new phone, please')
  const countKept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('typed ')).length)
  expect(await countKept()).toBe(1)
  await pressButton(page, 'Ask for changes')
  await page.waitForURL((url) => url.pathname === `/my-order/${order._id}`)
  expect(await countKept()).toBe(0)
  await leave()
})
