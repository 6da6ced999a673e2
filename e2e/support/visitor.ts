import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { launchChromium } from '../../tests/support/chromium.ts'

/** The time limit of one step, in ms. Playwright's error names the step and the locator. */
const STEP_TIMEOUT = 60_000

/** The pages that stories opened since the last call of `forgetClosedPages`. */
const pages = new Set<Page>()
const withoutScript = new WeakSet<Page>()

export type Visitor = {
  page: Page
  /** The URLs of other sites that the page requested. */
  externalRequests: string[]
  /** Ends the visit. Fails if the console showed an unexpected error or warning. */
  leave: () => Promise<void>
}

/** Opens a page in a new browser context without cookies. */
export async function startVisit({ url }: { url: string }, options: BrowserContextOptions = {}): Promise<Visitor> {
  const browser = await getSharedBrowser()
  const context = await browser.newContext({ baseURL: url, ...options })
  context.setDefaultTimeout(STEP_TIMEOUT)
  const page = await context.newPage()
  waitForHydrationAfterLoads(page)
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

/** Inspects a page in a new visit. Fails if it logs console errors or requests other sites. */
export async function visitPage(
  site: { url: string },
  path: string,
  options: BrowserContextOptions,
  inspect: (page: Page, response: Response | null) => Promise<void>,
): Promise<void> {
  const { page, externalRequests, leave } = await startVisit(site, options)
  const response = await page.goto(path)
  await inspect(page, response)
  expect(externalRequests).toEqual([])
  await leave()
}

/** Returns the current or last URL of each page. `print-failed-test-urls.ts` prints them when a story fails. */
export function listPageUrls(): string {
  return [...pages].map((page) => page.url()).join(', ')
}

export function forgetClosedPages(): void {
  for (const page of pages) if (page.isClosed()) pages.delete(page)
}

/** Throws if a page runs no scripts. A tool that injects a script, such as axe, would wait forever. */
export function assertRunsScripts(page: Page): void {
  if (withoutScript.has(page))
    throw new Error(`${page.url()} was opened with javaScriptEnabled: false. Check it in a visit with script.`)
}

/** Makes `goto` and `reload` wait until the page is hydrated. `openBeforeHydration` doesn’t. */
function waitForHydrationAfterLoads(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit') await waitForHydrationIfAny(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    await waitForHydrationIfAny(page)
    return response
  }
}

/** Does nothing on a page that React doesn't hydrate, and in a visit without script. */
export async function waitForHydrationIfAny(page: Page): Promise<void> {
  if (!withoutScript.has(page) && (await page.locator('#hydration').count()) > 0) await waitForHydration(page)
}

/** Waits until React has hydrated an admin page. Before that, its forms send nothing. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const rootKey = Object.keys(document).find((key) => key.startsWith('__reactContainer'))
    const root = rootKey && (document as unknown as Record<string, ReactRootFiber>)[rootKey]
    return root && !root.stateNode.current.memoizedState.isDehydrated
  })
}

/** The part of React's internal state that tells whether a page is hydrated. */
type ReactRootFiber = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }

/**
 * Opens an admin page and holds its scripts back, or those that match `scripts` once the page asks for them. The returned
 * function loads them and waits for hydration.
 */
export async function openBeforeHydration(page: Page, path: string, scripts = ALL_SCRIPTS): Promise<() => Promise<void>> {
  const { promise: areScriptsAllowed, resolve: allowScripts } = Promise.withResolvers<void>()
  await page.route(scripts, async (route) => {
    await areScriptsAllowed
    await route.continue()
  })
  const heldRequest = page.waitForRequest(scripts)
  await page.goto(path, { waitUntil: 'commit' })
  await heldRequest
  return () => {
    allowScripts()
    return waitForHydration(page)
  }
}

const ALL_SCRIPTS = '**/*.js'

/** Tells whether a console error is a 4xx reply or a lost connection. Stories cause these and check them on the page. */
function isExpectedError(text: string): boolean {
  return (
    /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(text) ||
    // The page shows the failure, too.
    text.startsWith('Identity provider sign-in failed:')
  )
}

let browserPromise: Promise<Browser> | undefined

/** Returns the one browser of this process. Playwright ends it with the process. */
export function getSharedBrowser(): Promise<Browser> {
  // A GPU thread in the browser's own process saves a tenth of Chromium's CPU time.
  browserPromise ??= launchChromium(['--in-process-gpu'])
  return browserPromise
}
