import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { getField, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)

const openEditor = async (path: string) => {
  const visitor = await startVisit(site, { storageState: api.storageState })
  await visitor.page.goto(path)
  await waitForHydration(visitor.page)
  return visitor
}

it('an alert that outlives its page offers no Undo there', async () => {
  const [banner] = (await api('GET', '/banner')) as [Record<string, string>]
  const { page, leave } = await openEditor(`/banner/${banner._id}`)
  await getField(page, 'Heading').fill('Saved, and not undone')
  await pressButton(page, 'Save banner')
  const alert = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Close' }) })
  await alert.getByRole('button', { name: 'Undo' }).focus()
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await waitForHeading(page, 'Welcome')
  await alert.waitFor()
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)
  expect((await api('GET', '/banner')) as unknown[]).toMatchObject([{ bannerHeading: 'Saved, and not undone' }])
  await leave()
})

it('Discard asks nothing, and Undo brings the discarded text back', async () => {
  const [banner] = (await api('GET', '/banner')) as [Record<string, string>]
  const { page, leave } = await openEditor(`/banner/${banner._id}`)
  const heading = getField(page, 'Heading')
  await heading.fill('Typed and discarded')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  expect(await heading.inputValue()).toBe(banner.bannerHeading)
  await pressButton(page, 'Undo discard')
  expect(await heading.inputValue()).toBe('Typed and discarded')
  expect(await page.getByRole('button', { name: 'Undo discard' }).count()).toBe(0)
  await leave()
})

it('an owner chooses a built-in icon, or types class names of an icon font', async () => {
  const [feature] = (await api('GET', '/featureitems')) as [Record<string, string>]
  const { page, leave } = await openEditor(`/edit-feature-items/${feature._id}`)
  const icon = getField(page, 'Icon')
  await page.getByRole('group', { name: 'Icons: Icon' }).getByRole('button', { name: 'mail' }).click()
  expect(await icon.inputValue()).toBe('/art/icons.svg#mail')
  await expectAccessible(page)
  await icon.fill('fa fa-phone')
  await pressButton(page, 'Save feature')
  await page.getByText('Feature Items Section is Updated').first().waitFor()
  expect((await api('GET', '/featureitems')) as unknown[]).toContainEqual(
    expect.objectContaining({ _id: feature._id, FeaturesIcon: 'fa fa-phone' }),
  )
  expect(await (await fetch(`${site.url}/`)).text()).toContain('/art/icons.svg#phone')
  await leave()
})

it('an editor says before the save how it completes an address', async () => {
  const [banner] = (await api('GET', '/banner')) as [Record<string, string>]
  const { page, leave } = await openEditor(`/banner/${banner._id}`)
  await getField(page, 'Button link').fill('www.example.com')
  await page.getByText('Will be saved as https://www.example.com').waitFor()
  await leave()
})
