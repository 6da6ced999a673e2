import { expect, test } from 'vitest'
import { bundledChromium, findChromium, launchChromium } from './support/chromium.ts'

// Where the machine has no browser this is the one that all stories use, so it has to work on the others too.
test.each([
  ['the one found here', findChromium],
  ['the one that npm brings', bundledChromium],
])('%s renders a page', async (_, choose) => {
  const browser = await launchChromium(choose())
  try {
    const page = await browser.newPage()
    await page.setContent('<p style="width: 50%">Hello</p>')
    expect(await page.evaluate(() => document.querySelector('p')?.offsetHeight)).toBeGreaterThan(0)
    expect((await page.screenshot()).length).toBeGreaterThan(1000)
  } finally {
    await browser.close()
  }
})
