import { beforeAll, expect, it, vi } from 'vitest'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startForSuite } from '#tests/support/start-for-suite.ts'
import { expectAccessible } from '../../support/accessibility.ts'
import { createApiClient } from '../../support/api-client.ts'
import { postToApi } from '../../support/message-list-page.ts'
import { logIn } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

/** One more than the first page of the list shows. */
const EMAILS = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter.repeat(64)}@${'long.'.repeat(30)}example.com`)

const server = startForSuite(startMailServer)
const site = startForSuite(() => startSite({ SMTP_URL: server.url, ...ownerSettings, LOG_LEVEL: 'fatal' }))
beforeAll(async () => {
  server.behavior = 'refusing'
  for (const subemail of EMAILS) await postToApi(site.url, '/add-subscriber', { subemail })
  const owner = await createApiClient(site)
  await vi.waitFor(async () => expect(await owner('GET', '/mail-problems?page=1')).not.toEqual([]), 60_000)
})

it.each([360, 1440])('the subscriber and undelivered mail pages are accessible and fit a window of %i px', async (width) => {
  const { page, leave } = await startVisit(site, { viewport: { width, height: 800 } })
  await logIn(page, '/setting', ownerCredentials)
  for (const path of ['/all-subscriber', '/all-subscriber?page=2', '/undelivered-mail']) {
    await page.goto(path)
    await page.getByRole('table').waitFor()
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0])
    await expectAccessible(page)
  }
  await leave()
})
