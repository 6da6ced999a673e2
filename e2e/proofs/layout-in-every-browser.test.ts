import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicPages } from '#contract/core/public-pages.ts'
import { ensureAptTool } from '#tests/support/apt-tools.ts'
import { findPackageId, placeOrder, placePaidOrder, savePayeeEmail } from '../support/api-client.ts'
import { findHiddenTextsInDocument } from '../support/find-hidden-texts.ts'
import { findLayoutFaultsInDocument } from '../support/layout-faults.ts'
import { type BrowserWindow, startFirefox, startWebKit } from '../support/other-browsers.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

/** The widths of common screens, and one just above the first desktop layout. */
const WIDTHS = [360, 768, 1024, 1040, 1440]

const site = startSiteForSuite(ownerSettings)
let customer: { email: string; password: string }
let customerPaths: string[]
beforeAll(async () => {
  await savePayeeEmail(site)
  const paid = await placePaidOrder(site, 'dana@example.com')
  customer = paid.customer
  const { _id: unpaidId } = await placeOrder(paid.api, 'Premium')
  const { deliverables } = (await paid.api('GET', `/order-work/${paid.order._id}`)) as { deliverables: { _id: string }[] }
  customerPaths = [
    '/dashboard',
    '/account',
    '/my-order',
    `/my-order/${paid.order._id}`,
    `/my-order/${paid.order._id}/brief`,
    `/my-order/${paid.order._id}/deliverable/${deliverables[0]?._id}`,
    `/received-payment/${paid.order._id}`,
    '/pending-order',
    `/pay-now/${unpaidId}`,
    `/order-now/${await findPackageId(paid.api, 'Standard')}`,
  ]
})
const publicPaths = [
  ...publicPages.map(({ path }) => path),
  '/service/link-outreach',
  '/login',
  '/register',
  '/reset',
  '/thanks',
  '/no-such-page',
]

const hasFirefox = ensureAptTool('firefox-esr', 'firefox-esr')
const hasWebKit = ensureAptTool('Xvfb', 'xvfb') && ensureAptTool('WebKitWebDriver', 'webkit2gtk-driver')

describe.each([
  { name: 'Chromium', start: startChromium, isInstalled: true },
  { name: 'Firefox', start: startFirefox, isInstalled: hasFirefox },
  { name: 'WebKit', start: startWebKit, isInstalled: hasWebKit },
])('in $name', ({ start, isInstalled }) => {
  let window: BrowserWindow
  beforeAll(async () => {
    if (isInstalled) window = await start()
  })
  afterAll(async () => {
    if (isInstalled) await window.close()
  })

  async function expectEveryPageFits(paths: readonly string[]) {
    const faults: string[] = []
    for (const path of paths) {
      await window.open(site.url + path)
      for (const width of WIDTHS) {
        await window.resize(width)
        expect(await window.evaluate('document.fonts.ready.then(() => innerWidth)')).toBe(width)
        const expression = `[...(${findLayoutFaultsInDocument})(), ...(${findHiddenTextsInDocument})()]`
        const found = await window.evaluate<string[]>(expression)
        faults.push(...found.map((fault) => `${path} at ${width} px: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  }

  it.runIf(isInstalled)('no public page scrolls sideways, cuts off a text or covers it', () => expectEveryPageFits(publicPaths))

  it.runIf(isInstalled)('no customer page scrolls sideways, cuts off a text or covers it', async () => {
    await window.open(`${site.url}/login`)
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(customer) }
    expect(await window.evaluate(`fetch('/api/sign-in', ${JSON.stringify(options)}).then(({ ok }) => ok)`)).toBe(true)
    await expectEveryPageFits(customerPaths)
  })
})

async function startChromium(): Promise<BrowserWindow> {
  const { page, leave } = await startVisit(site)
  return {
    open: (url) => page.goto(url),
    resize: (width) => page.setViewportSize({ width, height: 900 }),
    evaluate: (expression) => page.evaluate(expression),
    close: leave,
  }
}
