import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildUploadForm, createTestImage } from '#tests/support/test-images.ts'
import { expectAccessible, findKeyboardFaults } from '../../support/accessibility.ts'
import { type ApiClient, createOwnerClientForSuite } from '../../support/api-client.ts'
import { findLayoutFaults } from '../../support/layout-faults.ts'
import { pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const original = startSiteForSuite(ownerSettings)
const copy = startSiteForSuite({ ...ownerSettings, SEED: 'none' })
const originalApi = createOwnerClientForSuite(original)
const copyApi = createOwnerClientForSuite(copy)

const FILE_INPUT = 'input[type=file]'
const getBanner = async (api: ApiClient) => ((await api('GET', '/banner')) as Record<string, string>[])[0]
const toCookieHeader = ({ cookies }: ApiClient['storageState']) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

it('an owner exports all content and imports it into another site after reviewing the changes', async () => {
  const headers = { cookie: toCookieHeader(originalApi.storageState) }
  await fetch(`${original.url}/api/media`, {
    method: 'POST',
    headers,
    body: buildUploadForm(await createTestImage(300, 200), { alt: 'A house' }),
  })
  const owner = await startVisit(original, { storageState: originalApi.storageState })
  await owner.page.goto('/setting')
  await owner.page.getByRole('link', { name: 'Export and import' }).click()
  await waitForHeading(owner.page, 'Export and import')
  const [download] = await Promise.all([
    owner.page.waitForEvent('download'),
    owner.page.getByRole('link', { name: 'Download the content' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^rankstead-content-\d{4}-\d\d-\d\d\.tar$/)
  const file = { name: 'content.tar', mimeType: 'application/x-tar', buffer: readFileSync(await download.path()) }
  await owner.leave()

  const { page, leave } = await startVisit(copy, {
    storageState: copyApi.storageState,
    viewport: { width: 1440, height: 1100 },
  })
  await page.goto('/transfer')
  expect(await findKeyboardFaults(page)).toEqual([])
  await pressButton(page, 'Check the file')
  await page.getByRole('alert').getByRole('link', { name: 'Choose a file.' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('import-file')
  await page.locator(FILE_INPUT).setInputFiles({ ...file, buffer: file.buffer.subarray(0, 20_000) })
  await pressButton(page, 'Check the file')
  await page.getByRole('alert').getByText('This file is incomplete').waitFor()
  await expectAccessible(page)

  await page.locator(FILE_INPUT).setInputFiles(file)
  await pressButton(page, 'Check the file')
  await page.getByText('The file is complete. Nothing has changed yet.').waitFor()
  await page.getByRole('table', { name: 'What will change' }).getByRole('row', { name: 'Banner 1 0 0' }).waitFor()
  await page.getByText('Images: 1 new in the library, 0 with a new description.').waitFor()
  expect(await getBanner(copyApi)).toBeUndefined()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('import-result')
  await expectAccessible(page)
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 1100 })
    expect([width, await findLayoutFaults(page)]).toEqual([width, []])
  }
  await pressButton(page, 'Import it')
  await page.getByText(/^Content imported: \d+ added, 0 changed, 0 removed\.$/).waitFor()
  expect(await getBanner(copyApi)).toEqual(await getBanner(originalApi))
  await page.goto('/')
  const main = page.getByRole('heading', { level: 1 })
  expect(await main.textContent()).toContain((await getBanner(originalApi))?.bannerHeading)
  await leave()
})
