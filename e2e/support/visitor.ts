import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launchChromium } from '../../tests/support/chromium.ts'

export type Visitor = {
  page: Page
  /** Addresses of other sites that the page asked for. */
  foreign: string[]
  /** Ends the visit; fails where the console showed an error meanwhile. */
  leave: () => Promise<void>
}

/** A person with a browser of their own: no cookies, and every console error is a failure. */
export async function arrive(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url, ...options })
  const page = await context.newPage()
  const errors: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && /^https?:/.test(request.url())) foreign.push(request.url())
  })
  return {
    page,
    foreign,
    leave: async () => {
      await context.close()
      expect(errors.filter((text) => !isExpected(text))).toEqual([])
    },
  }
}

/** Waits until React has taken over a page of the admin: its elements carry React's own marks from then on. */
export async function waitUntilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
  })
}

/** Chromium reports every reply of 400 and more, and none at all, as an error; stories that provoke one check it themselves. */
function isExpected(text: string): boolean {
  return /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(text)
}

let launched: Promise<Browser> | undefined

/** The browser of all stories that this process runs, each in a context of its own; Playwright ends it with the process. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchChromium()
  return launched
}
