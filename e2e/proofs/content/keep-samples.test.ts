import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { getField, pressButton } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)

const listMarked = async (kind: string) =>
  ((await api('GET', `/content/${kind}`)) as { _id: string; _sample?: true }[]).filter(({ _sample }) => _sample)

it('an owner keeps one sample of a list, then all on the page, and brings the marks back with Undo', async () => {
  const before = await listMarked('after-payment')
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto('/edit-after-payment')
  await waitForHydration(page)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Keep as is/ }) })
  const shownCount = await row.count()
  await row
    .first()
    .getByRole('button', { name: /^Keep as is/ })
    .click()
  await expect.poll(() => row.count()).toBe(shownCount - 1)
  expect(await listMarked('after-payment')).toHaveLength(before.length - 1)
  await expectAccessible(page)
  await pressButton(page, 'Keep all on this page')
  await expect.poll(() => row.count()).toBe(0)
  expect(await listMarked('after-payment')).toEqual([])
  await pressButton(page, 'Undo')
  await expect.poll(async () => (await listMarked('after-payment')).length).toBe(before.length - 1)
  await leave()
})

it('a saved field loses its mark at once, and the others can be kept as they are', async () => {
  const [record] = await listMarked('footer-address')
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto(`/edit-address-footer/${record?._id}`)
  await waitForHydration(page)
  // The social links have a form of their own below.
  const panel = page.locator('#footer-address-tabs-edit-panel')
  const marks = panel.locator('form').getByText('Sample', { exact: true })
  const before = await marks.count()
  await getField(page, 'Phone number').fill('+1 202-555-0177')
  await pressButton(page, 'Save business info')
  await page.getByText('Footer Address is Updated').first().waitFor()
  await expect.poll(() => marks.count()).toBe(before - 1)
  await panel.getByRole('button', { name: 'Keep as is', exact: true }).click()
  // The ZIP code and the area may be true. The invented street, phone, email and place on the map can't be.
  await expect.poll(() => marks.count()).toBe(before - 3)
  await getField(page, 'Phone number').fill('+1 202-555-0178')
  await pressButton(page, 'Save business info')
  await expect.poll(() => marks.count()).toBe(before - 3)
  await leave()
})

it('offers to edit, hide or delete invented quotes and legal texts, never to keep them', async () => {
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  for (const [kind, path] of [
    ['testimonial', '/edit-testimonial'],
    ['legal-clause', '/edit-legal'],
  ] as const) {
    const { length } = await listMarked(kind)
    await page.goto(path)
    await waitForHydration(page)
    await page.getByText(`${length} items are samples that can’t stay. Edit, hide or delete each.`).waitFor()
    expect(await page.getByRole('button', { name: /^Keep/ }).count()).toBe(0)
    await page.getByRole('button', { name: /^Hide/ }).first().click()
    await page.getByText(`${length - 1} items are samples that can’t stay.`).waitFor()
    await page
      .getByRole('link', { name: /^Edit Now/ })
      .nth(1)
      .click()
    await page.getByText('This is sample content that can’t stay.').waitFor()
    expect(await page.getByRole('button', { name: /^Keep/ }).count()).toBe(0)
  }
  await leave()
})
