import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { getField, pressButton } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)

const findPackage = async (name: string) =>
  ((await api('GET', '/pricings')) as Record<string, string>[]).find(({ packageName }) => packageName === name) ?? {}

it('an owner adds, moves and removes points of a package, and types the price as people write it', async () => {
  const before = await findPackage('Basic')
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto(`/package-edit/${before._id}`)
  await waitForHydration(page)
  const list = page.getByRole('group', { name: 'What it includes' })
  expect(await list.getByRole('textbox').count()).toBe(7)
  expect(
    await list
      .getByRole('button', { name: /^Remove/ })
      .first()
      .isDisabled(),
  ).toBe(true)
  await pressButton(page, 'Add point')
  const eighth = list.getByRole('textbox', { name: 'Point 8' })
  await expect.poll(() => eighth.evaluate((input) => input === document.activeElement)).toBe(true)
  await eighth.fill('A call each quarter')
  await pressButton(page, 'Move up Point 8')
  await pressButton(page, 'Remove Point 1')
  await getField(page, 'Price').fill(' $1,299 ')
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 1000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await expectAccessible(page)
  await pressButton(page, 'Save pricing package')
  await page.getByText('Pricing One Is Updated').first().waitFor()
  expect(await findPackage('Basic')).toMatchObject({
    packagePrice: '1299',
    packagePointOne: before.packagePointTwo,
    packagePointSix: 'A call each quarter',
    packagePointSeven: before.packagePointSeven,
    packagePointEight: '',
  })
  expect(await getField(page, 'Price').inputValue()).toBe('1299')
  await leave()
})
