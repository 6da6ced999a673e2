import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { startSite, type TestSite } from '../support/test-site.ts'
import { listPageUrls, startVisit } from '../support/visitor.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

it('a story that hangs names its step, its locator and its page within 10 s', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/contact')
  const { message } = (await page
    .getByRole('button', { name: 'Nothing' })
    .click()
    .catch((error: Error) => error)) as Error
  expect(message).toContain('locator.click: Timeout 10000ms exceeded')
  expect(message).toContain("waiting for getByRole('button', { name: 'Nothing' })")
  await leave()
  expect(listPageUrls()).toContain(`${site.url}/contact`)
})

it('an accessibility check rejects a page without script at once', async () => {
  const { page, leave } = await startVisit(site, { javaScriptEnabled: false })
  await page.goto('/contact')
  await expect(expectAccessible(page)).rejects.toThrow('was opened with javaScriptEnabled: false')
  await leave()
})
