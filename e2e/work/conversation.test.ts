import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PDF_FILE } from '../../tests/support/order-files.ts'
import { createTestFolder } from '../../tests/support/test-folder.ts'
import { expectFitsAndAccessible, findKeyboardFaults } from '../support/accessibility.ts'
import { createApiClient, createOwnerClientForSuite, placeOrder } from '../support/api-client.ts'
import { getField, logIn, pressButton } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const SIGN = { name: 'sign.pdf', mimeType: 'application/pdf', buffer: PDF_FILE }
const PHONE = { width: 360, height: 800 }

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)
const tooLargeFile = join(createTestFolder(), 'photos.pdf')
writeFileSync(tooLargeFile, Buffer.alloc(26 * 1024 * 1024))

it('a customer on a phone and the team talk about an order', async () => {
  const person = { email: 'kim@example.com', password: 'maple lantern river' }
  const api = await createApiClient(site, person)
  const order = await placeOrder(api, 'Standard', 'Kim Sample')
  const customer = await startVisit(site, { viewport: PHONE, storageState: api.storageState })
  await customer.page.goto(`/my-order/${order._id}`)
  await customer.page.getByText('You can add files as soon as this order is paid.').waitFor()
  expect(await customer.page.locator('input[type=file]').count()).toBe(0)
  await expectFitsAndAccessible(customer.page, [360, 768, 1440])
  await owner('PUT', `/order-paid/${order._id}`, { reason: 'In cash' })
  await customer.page.reload()
  // A refused file keeps the text.
  await getField(customer.page, 'Your message').fill('Our sign is new.\nSee https://example.com/sign')
  await getField(customer.page, 'Files (optional)').setInputFiles(tooLargeFile)
  await pressButton(customer.page, 'Send message')
  await customer.page.locator('.field-error').getByText('This file is too large').waitFor()
  expect(await getField(customer.page, 'Your message').inputValue()).toContain('Our sign is new.')
  await getField(customer.page, 'Files (optional)').setInputFiles(SIGN)
  await pressButton(customer.page, 'Send message')
  const sent = customer.page.locator('.message-own')
  await sent.getByRole('link', { name: 'https://example.com/sign' }).waitFor()
  await sent.getByRole('link', { name: /sign\.pdf/ }).waitFor()
  expect(await sent.count()).toBe(1)
  await expectFitsAndAccessible(customer.page, [360, 1440])
  await customer.page.goto(`/my-order/${order._id}`)
  expect(await findKeyboardFaults(customer.page)).toEqual([])

  const team = await startVisit(site)
  await logIn(team.page, `/admin/payment-status/${order._id}`, ownerCredentials)
  await team.page.getByText('Our sign is new.').waitFor()
  await getField(team.page, 'Your message').fill('Ask Rosa first')
  await pressButton(team.page, 'Save as team note')
  await team.page.getByText('Note for the team').waitFor()
  await expect.poll(() => getField(team.page, 'Your message').inputValue()).toBe('')
  await getField(team.page, 'Your message').fill('Thanks, we use it.')
  await pressButton(team.page, 'Send to customer')
  await team.page.locator('.message-own').getByText('Thanks, we use it.').waitFor()
  await team.page.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' })
  await expectFitsAndAccessible(team.page, [360, 1440])
  await team.leave()

  await customer.page.goto('/dashboard')
  const row = customer.page.getByRole('row', { name: new RegExp(String(order._number)) })
  await row.getByRole('link', { name: '1 new message', exact: true }).waitFor()
  await customer.page.getByRole('link', { name: `1 new message about order ${order._number}` }).click()
  await customer.page.getByText('Thanks, we use it.').waitFor()
  expect(await customer.page.getByText('Ask Rosa first').count()).toBe(0)
  await getField(customer.page, 'Your message').fill('Not sent yet')
  // What was typed survives a closed tab, until it is sent.
  const readInNewTab = async (path: string) => {
    const tab = await customer.page.context().newPage()
    await tab.goto(path)
    const text = await getField(tab, 'Your message').inputValue()
    await tab.close()
    return text
  }
  const orderPath = `/my-order/${order._id}`
  await expect.poll(() => readInNewTab(orderPath)).toBe('Not sent yet')
  await getField(customer.page, 'Files (optional)').setInputFiles(SIGN)
  // The customer scrolled past the newest message.
  await expect.poll(() => api('GET', '/unread-order-messages')).toEqual([])
  expect(await getField(customer.page, 'Your message').inputValue()).toBe('Not sent yet')
  await pressButton(customer.page, 'Send message')
  await customer.page
    .locator('.message-own')
    .filter({ hasText: 'Not sent yet' })
    .getByRole('link', { name: /sign\.pdf/ })
    .waitFor()
  expect(await readInNewTab(orderPath)).toBe('')
  await customer.page.goto('/dashboard')
  expect(await customer.page.getByText('new message').count()).toBe(0)

  // Opening the page marks nothing as read. Scrolling past the newest message does.
  await owner('POST', `/order-message/${order._id}`, { text: 'The sign is up.' })
  await customer.page.goto(orderPath)
  const markRead = customer.page.getByRole('button', { name: 'Mark as read' })
  await markRead.waitFor()
  await customer.page.mouse.wheel(0, 10)
  const listUnread = () => api('GET', '/unread-order-messages')
  expect(await listUnread()).toHaveLength(1)
  await markRead.scrollIntoViewIfNeeded()
  await expect.poll(listUnread).toEqual([])
  await customer.leave()
})
