import { expect, it } from 'vitest'
import { openSiteDatabase } from '#tests/support/site-database.ts'
import { startForSuite } from '#tests/support/start-for-suite.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { createTestImage } from '#tests/support/test-images.ts'
import { createApiClient } from '../support/api-client.ts'
import { getField, logIn, pressButton } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const REFUSAL = /^Another account is logged in now than when this page was opened/
const settings = { ...ownerSettings, DATA_DIR: createTestFolder() }
const site = startForSuite(() => startSite(settings))
const partner = { email: 'partner@example.com', password: 'maple lantern river' }

it('two admins share a browser: what one opened is neither saved nor uploaded in the name of the other (P-316)', async () => {
  const owner = await createApiClient(site)
  await owner('POST', '/add-user', { userEmail: partner.email, userRole: 'Admin' })
  await createApiClient(site, partner)
  const stored = await openSiteDatabase(settings)
  await stored.confirmEmail(partner.email)
  await stored.close()
  const [banner] = (await owner('GET', '/banner')) as { _id: string; bannerHeading: string }[]

  const { page, leave } = await startVisit(site, { viewport: { width: 1440, height: 900 } })
  await logIn(page, `/banner/${banner?._id}`, ownerCredentials)
  await getField(page, 'Heading').fill('Typed by the owner')
  const otherTab = await page.context().newPage()
  await otherTab.goto('/sign-out')
  await pressButton(otherTab, 'Log out')
  await otherTab.getByText('You’re logged out.').waitFor()
  await logIn(otherTab, '/admin', partner)

  await page.getByRole('button', { name: 'Choose an image: Image' }).click()
  const upload = page.getByLabel('Upload an image').locator('input[type=file]')
  await upload.setInputFiles({ name: 'house.png', mimeType: 'image/png', buffer: await createTestImage(64, 64) })
  await page.getByRole('dialog').getByText(REFUSAL).waitFor()
  await page.keyboard.press('Escape')
  await pressButton(page, 'Save banner')
  await page.getByText(REFUSAL).first().waitFor()
  expect(await owner('GET', '/banner')).toMatchObject([{ bannerHeading: banner?.bannerHeading }])
  expect(await owner('GET', '/media')).toEqual([])
  await leave()
})
