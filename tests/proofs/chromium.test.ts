import { expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.ts'

test('the browser of the end-to-end tests renders a page', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.setContent('<p style="width: 50%">Hello</p>')
    expect(await page.evaluate(() => document.querySelector('p')?.offsetHeight)).toBeGreaterThan(0)
    expect((await page.screenshot()).length).toBeGreaterThan(1000)
  } finally {
    await browser.close()
  }
})
