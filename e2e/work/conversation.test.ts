import { expect, it } from 'vitest'
import { PDF_FILE } from '../../tests/support/order-files.ts'
import { expectFitsAndAccessible, findKeyboardFaults } from '../support/accessibility.ts'
import { createApiClient, placeOrder } from '../support/api-client.ts'
import { getField, logIn, pressButton } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const PHONE = { width: 360, height: 800 }

const site = startSiteForSuite(ownerSettings)

for (const javaScriptEnabled of [true, false])
  it(`a customer on a phone and the team talk about an order, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
    const person = { email: `kim-${javaScriptEnabled}@example.com`, password: 'maple lantern river' }
    const api = await createApiClient(site, person)
    const order = await placeOrder(api, 'Standard', 'Kim Sample')
    const customer = await startVisit(site, { javaScriptEnabled, viewport: PHONE, storageState: api.storageState })
    await customer.page.goto(`/my-order/${order._id}`)
    await getField(customer.page, 'Your message').fill('Our sign is new.\nSee https://example.com/sign')
    await pressButton(customer.page, 'Send message')
    await customer.page.getByRole('link', { name: 'https://example.com/sign' }).waitFor()
    await getField(customer.page, 'Send a file').setInputFiles({
      name: 'sign.pdf',
      mimeType: 'application/pdf',
      buffer: PDF_FILE,
    })
    await pressButton(customer.page, 'Send file')
    await customer.page.getByRole('link', { name: /sign\.pdf/ }).waitFor()
    if (javaScriptEnabled) {
      await expectFitsAndAccessible(customer.page, [360, 1440])
      await customer.page.goto(`/my-order/${order._id}`)
      expect(await findKeyboardFaults(customer.page)).toEqual([])
    }

    const team = await startVisit(site, { javaScriptEnabled })
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
    if (javaScriptEnabled) await expectFitsAndAccessible(team.page, [360, 1440])
    await team.leave()

    await customer.page.goto('/dashboard')
    await customer.page.getByRole('link', { name: `1 new message about order ${order._number}` }).click()
    await customer.page.getByText('Thanks, we use it.').waitFor()
    expect(await customer.page.getByText('Ask Rosa first').count()).toBe(0)
    await pressButton(customer.page, 'Mark as read')
    await customer.page.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' })
    await customer.page.goto('/dashboard')
    expect(await customer.page.getByText('new message about order').count()).toBe(0)
    await customer.leave()
  })
