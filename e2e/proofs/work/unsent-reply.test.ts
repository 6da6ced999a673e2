import { expect, it } from 'vitest'
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
  await getField(page, 'Add more files').setInputFiles([])
  await pressButton(page, 'Send to customer')
  await page
    .locator('.message-own')
    .filter({ hasText: 'A whole reply' })
    .getByRole('link', { name: /sign\.pdf/ })
    .waitFor()
  await expect.poll(() => reply.inputValue()).toBe('')
  expect(await page.getByText('Attached:').count()).toBe(0)
  await leave()
})
