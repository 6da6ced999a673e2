import type { Browser } from 'playwright-core'
import { launchChromium } from '../../tests/support/chromium.ts'

let launched: Promise<Browser> | undefined

/** The browser of all stories that this process runs, each in a context of its own; Playwright ends it with the process. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchChromium()
  return launched
}
