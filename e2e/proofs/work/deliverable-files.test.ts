import { expect, it } from 'vitest'
import { expectFitsAndAccessible } from '../../support/accessibility.ts'
import { placePaidOrder } from '../../support/api-client.ts'
import { waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

type Work = { deliverables: { _id: string; title: string; needsApproval: boolean }[] }

it('a file is the proof, and a refused step keeps text and file', async () => {
  const { api, asOwner, order } = await placePaidOrder(site, 'files@example.com', 'Basic')
  const { deliverables }: Work = await api('GET', `/order-work/${order._id}`)
  const { _id, title } = deliverables.find(({ needsApproval }) => !needsApproval) ?? { _id: '', title: '' }
  await asOwner('PUT', `/deliverable/${_id}`, { state: 'in progress' })
  const { page, leave } = await startVisit(site, { storageState: asOwner.storageState })
  await page.goto(`/work/${order._id}/deliverable/${_id}`)
  const form = page.locator('form', { has: page.locator('[name=state][value=delivered]') })
  const deliver = form.getByRole('button', { name: 'Deliver' })

  await expectFitsAndAccessible(page, [360, 768, 1440])
  // A wrong type is refused at its field.
  await form.getByLabel('Text', { exact: true }).fill('Every page is indexed')
  await form
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('PK\u0003\u0004 an archive') })
  await deliver.click()
  await waitForHeading(page, 'There is a problem')
  expect(await form.getByLabel('Text', { exact: true }).inputValue()).toBe('Every page is indexed')
  expect(await form.getByLabel('File', { exact: true }).getAttribute('aria-invalid')).toBe('true')

  // A wrong link is refused after the upload. The file stays attached.
  const report = { name: 'audit.txt', mimeType: 'text/plain', buffer: Buffer.from('Twelve pages are indexed.') }
  await form.getByLabel('File', { exact: true }).setInputFiles(report)
  await form.getByLabel('Link', { exact: true }).fill('ftp://example.com')
  await deliver.click()
  await form.getByText('Attached: audit.txt').waitFor()
  expect(await form.getByLabel('Link', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await form.getByLabel('Link', { exact: true }).fill('')
  await form.getByLabel('Replace the file').setInputFiles([])
  await deliver.click()
  await page.getByRole('heading', { name: 'Proof' }).waitFor()
  await page.getByRole('link', { name: 'audit.txt' }).waitFor()
  await leave()

  const customer = await startVisit(site, { storageState: api.storageState })
  await customer.page.goto(`/my-order/${order._id}`)
  await customer.page.getByRole('link', { name: title, exact: true }).first().click()
  const download = customer.page.waitForEvent('download')
  await customer.page.getByRole('link', { name: 'audit.txt' }).click()
  expect((await download).suggestedFilename()).toBe('audit.txt')
  await customer.leave()
})
