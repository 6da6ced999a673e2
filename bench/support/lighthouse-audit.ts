import { type LaunchedChrome, launch } from 'chrome-launcher'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { CHROMIUM_ARGUMENTS, findInstalledChromium } from '../../tests/support/chromium.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const ATTEMPTS = 3
const LCP = 'largest-contentful-paint'
const TBT = 'total-blocking-time'

/** Lighthouse's results for one page on a phone: scores from 0 to 100, times in ms. */
export type LighthouseResult = {
  categories: { name: string; score: number; failing: readonly string[] }[]
  lcp: number
  cls: number
  /** The URLs that the page requested while it loaded. */
  requestedUrls: readonly URL[]
}

/**
 * Launches a browser for Lighthouse. Throws if only the npm package's Chromium exists: under Lighthouse, its 147.0.0
 * aborts every page with a Referrer-Policy header (Debian's 156 doesn't).
 */
export async function launchAuditBrowser(): Promise<LaunchedChrome> {
  const browser = findInstalledChromium()
  if (!browser) throw new Error('Lighthouse needs an installed Chromium or Chrome. Install one, or set CHROMIUM_PATH.')
  const chrome = await launch({
    chromePath: browser.executablePath,
    envVars: browser.env,
    chromeFlags: CHROMIUM_ARGUMENTS,
    handleSIGINT: false,
  })
  process.once('exit', chrome.kill)
  return chrome
}

/** Audits all four categories on Lighthouse's simulated phone and network. */
export async function auditPage(chrome: LaunchedChrome, url: string): Promise<LighthouseResult> {
  const { categories, audits } = await runLighthouse(chrome, url, { onlyCategories: CATEGORIES })
  const { details } = audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? details.items : []
  return {
    categories: Object.values(categories).map(({ title, score, auditRefs }) => ({
      name: title,
      score: Math.round((score ?? 0) * 100),
      failing: auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id),
    })),
    lcp: getNumericValue(audits[LCP]),
    cls: getNumericValue(audits['cumulative-layout-shift']),
    requestedUrls: requests.map(({ url }) => new URL(String(url))),
  }
}

/** Measures the largest contentful paint and the total blocking time, in ms. */
export async function measureLcpAndTbt(chrome: LaunchedChrome, url: string): Promise<{ lcp: number; tbt: number }> {
  const { audits } = await runLighthouse(chrome, url, { onlyAudits: [LCP, TBT] })
  return { lcp: getNumericValue(audits[LCP]), tbt: getNumericValue(audits[TBT]) }
}

/** Runs Lighthouse on a page. Throws if it gets no result. */
async function runLighthouse(chrome: LaunchedChrome, url: string, flags: Flags, attempt = 1): Promise<Result> {
  const { lhr } = (await lighthouse(url, { port: chrome.port, logLevel: 'silent', ...flags })) ?? {}
  // Sometimes the browser's trace lacks its start. Lighthouse then reports NO_NAVSTART, and the audit runs again.
  const isUnmeasured = Object.values(lhr?.audits ?? {}).some(({ errorMessage }) => errorMessage?.includes('NO_NAVSTART'))
  if (isUnmeasured && attempt < ATTEMPTS) {
    console.log(`Lighthouse on ${url}: no trace at attempt ${attempt}, measured again`)
    return runLighthouse(chrome, url, flags, attempt + 1)
  }
  if (!lhr || lhr.runtimeError) throw new Error(`Lighthouse on ${url}: ${lhr?.runtimeError?.message ?? 'no result'}`)
  return lhr
}

function getNumericValue(figure: Result['audits'][string] | undefined): number {
  if (figure?.numericValue === undefined) throw new Error(`Lighthouse has no figure: ${figure?.errorMessage}`)
  return figure.numericValue
}
