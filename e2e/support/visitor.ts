import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launchChromium } from '../../tests/support/chromium.ts'

/** How long a step of a story may take, in ms. Playwright's error names the step and the locator. */
const STEP_TIMEOUT = 10_000

/** The pages that stories have opened since the last report. */
const pages = new Set<Page>()
const withoutScript = new WeakSet<Page>()

export type Visitor = {
  page: Page
  /** Addresses of other sites that the page asked for. */
  externalRequests: string[]
  /** Ends the visit; fails where the console showed an error meanwhile. */
  leave: () => Promise<void>
}

/** A person with a browser of their own: no cookies, and every console error is a failure. */
export async function startVisit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url, ...options })
  context.setDefaultTimeout(STEP_TIMEOUT)
  const page = await context.newPage()
  pages.add(page)
  if (options.javaScriptEnabled === false) withoutScript.add(page)
  const errors: string[] = []
  const externalRequests: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && /^https?:/.test(request.url())) externalRequests.push(request.url())
  })
  return {
    page,
    externalRequests,
    leave: async () => {
      await context.close()
      expect(errors.filter((text) => !isExpectedError(text))).toEqual([])
    },
  }
}

/** Says where each page is, or was when it was closed. `e2e/support/vitest-setup.ts` prints it for a story that fails. */
export function listPageUrls(): string {
  return [...pages].map((page) => page.url()).join(', ')
}

/** Forgets the pages that are closed. */
export function forgetClosedPages(): void {
  for (const page of pages) if (page.isClosed()) pages.delete(page)
}

/** Throws if a page runs no scripts. Tools that put a script into it would wait forever. */
export function assertRunsScripts(page: Page): void {
  if (withoutScript.has(page))
    throw new Error(`${page.url()} was opened with javaScriptEnabled: false. Check it in a visit with script.`)
}

/** Waits until React has taken over a page of the admin: its elements carry React's own marks from then on. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
  })
}

/** Chromium reports every reply of 400 and more, and none at all, as an error; stories that provoke one check it themselves. */
function isExpectedError(text: string): boolean {
  return /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(text)
}

let browserPromise: Promise<Browser> | undefined

/** The browser of all stories that this process runs, each in a context of its own; Playwright ends it with the process. */
export function getSharedBrowser(): Promise<Browser> {
  browserPromise ??= launchChromium()
  return browserPromise
}
